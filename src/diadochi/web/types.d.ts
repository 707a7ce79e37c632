// The JSON of the server: src/diadochi/table/wire.py.

export type Forces = Record<string, number>;
export interface Seat { faction: string; kind: "person" | "hot" | "bot" | "open"; name: string; bot: string; present: boolean; mine: boolean; windows: string | null; kinds: string[] | null }
export interface Result { winner: string; victory: string; text: string; vp: Forces; legitimacy: Forces }
export interface Table {
    id: string; name: string; players: number; options: string[]; private: boolean; created: string; changed: string;
    pace: "live" | "slow"; countdown: boolean;
    status: "waiting" | "running" | "over"; seats: Seat[]; version: number; decision_seat: string | null;
    engine_note: { version: number; text: string } | null; result: Result | null;
}
export interface Created { id: string; seats: Seat[]; invite: string }
export interface NewSeat { kind: "me" | "bot" | "open" | "hot"; name?: string; bot?: string }
export interface Ref { kind: string; id: string; name: string }
export interface Line { text: string; rule: string; key: string; dice: number[]; args: Record<string, any>; refs: Ref[]; private: boolean }
export interface Entry {
    version: number; turn: number; round: number; segment: string | null; active: string | null; seat: string | null;
    action: string; label: string; reason: string | null; lines: Line[];
}
export interface Source { text: string; points: number }
export interface Fleet { id: string; owner: string | null; strength: number; upgraded: boolean; dispersed: boolean }
export interface Player {
    faction: string; vp: number; vp_sources: Source[]; legitimacy: number; legitimacy_sources: Source[]; champion: boolean;
    hand_size: number; generals: { id: string; at: string }[]; fleets: Fleet[];
    training: { unit: string; points: number; cost: number } | null; dispersed: { units: Forces; generals: string[] };
}
export interface Stack {
    faction: string; where: "land" | "inside" | "sea"; generals: string[]; cus: Forces; royals: string[];
    moved: { cus: Forces; generals: string[]; royals: string[] };
}
export interface SpaceView {
    pc: string | null; siege_points: Forces; helepolis: boolean; looted: boolean; tomb: boolean; capital: string | null;
    stacks: Stack[]; royals: string[];
}
export interface Offer { action: string; verb: string; domain: string; id: string; label: string; further: boolean; sure: string }
export interface Decision {
    seat: string; mine: boolean; prompt: string; rule: string; hidden: boolean; window: boolean; offers: Offer[]; round: Round | null;
}
export interface Round { kind: string; seconds: number; left: number; asked: string[]; answer: string | null }
export interface View {
    version: number; seat: string | null; over: boolean; result: Result | null; turn: number; round: number;
    segment: string | null; active: string | null; order: string[]; usurper: string | null; phase_text: string;
    players: Player[]; spaces: Record<string, SpaceView>; provinces: Record<string, { owner: string | null; held: Forces }>;
    independents: { id: string; at: string; active: boolean }[]; royals: Record<string, { at: string; owner: string | null }>;
    fleets: Fleet[]; deck_size: number; discard: string[]; removed: string[]; face_down: number;
    front: Record<string, string[]>; hand: { number: string; uses: string[] }[]; known: { faction: string; number: string }[];
    thresholds: { vp: number; legitimacy: number }; decision: Decision | null; can_undo: boolean; key_hash: string;
}
export interface Space {
    id: string; name: string; kind: string; province: string | null; port: boolean; independent: boolean;
    hellespont: boolean; x: number; y: number;
}
export interface Province { id: string; name: string; region: string; vp: number; needed: number; spaces: string[] }
export interface General {
    id: string; name: string; initiative: number; battle: number; seniority: number; minor: boolean;
    faction: string | null; ability: string;
}
export interface Card {
    number: string; name: string; kind: "event" | "bonus" | "surprise"; ops: number; effect: string; condition: string;
    limits: string[]; windows: string[]; reconstructed: boolean; optional: boolean;
}
export interface Material {
    edition: string; edition_name: string; digest: string; width: number; height: number; turns: number;
    provinces: Province[]; spaces: Space[]; paths: { a: string; b: string; kind: string }[];
    holdings: { army: string; x: number; y: number }[]; generals: General[]; cards: Card[];
    royals: { id: string; name: string; kind: string; legitimacy: number }[];
    fleets: { id: string; name: string; province: string | null; space: string | null; normal: number; upgraded: number }[];
    units: { id: string; name: string; strength: number }[]; factions: { id: string; name: string }[];
    options: { id: string; text: string }[]; contradictions: { options: string[]; text: string }[]; bots: string[]; verbs: { id: string; domain: string }[];
}
export interface Rule { number: string; title: string; text: string }
export interface Odds { kind: string; general: string; chances: Record<string, number>; series: Record<string, number[]> }
export interface Hint { version: number; action: string | null; label: string; text: string }
export interface Why { possible: boolean; rule: string; text: string }
