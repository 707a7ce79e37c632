// The JSON of the server, made from its OpenAPI description by `make types`.

export interface Act {
    id: string;
    version: number;
    action: string;
    seat: "blue" | "red" | "yellow" | "green" | "black";
    then?: string[];
    next?: boolean;
    look?: boolean;
}

export interface Acted {
    version: number;
    accepted?: boolean;
    next?: DecisionAnswer;
    now?: Now;
}

export interface Ahead {
    version: number;
    mps: number;
    at: string;
    goals: Goal[];
    odds: Record<string, Odds>;
    final: Record<string, string>;
    then: Chain[];
}

export interface Boards {
    first: View;
    steps: Step[];
    until: number;
}

export interface CardFacts {
    number: string;
    name: string;
    kind: string;
    ops: number;
    effect: string;
    condition: string;
    limits: string[];
    windows: string[];
    reconstructed: boolean;
    optional: boolean;
}

export interface Chain {
    first: string;
    offer: Offer;
}

export interface Change {
    at: (string | number)[];
    value?: unknown;
}

export interface Comment {
    version: number;
    title: string;
    text: string;
    slips: string[];
}

export interface ContradictionFacts {
    options: string[];
    text: string;
}

export interface Course {
    version: number;
    stops: number[];
    marks: Mark[];
    scores: Score[];
    turning_points: TurningPoint[];
    ending: Ending | null;
}

export interface Created {
    id: string;
    seats: Seat[];
    invite: string;
}

export interface Decision {
    seat: "blue" | "red" | "yellow" | "green" | "black";
    mine: boolean;
    kind: string;
    prompt: string;
    rule: string;
    fight: "reaction" | "naval" | "battle" | "siege" | null;
    hidden: boolean;
    window: boolean;
    offers: Offer[];
    together: Together | null;
    round: Round | null;
}

export interface DecisionAnswer {
    version: number;
    decision: Decision | null;
}

export interface Dispersed {
    units: Record<string, number>;
    generals: string[];
}

export interface EditionFacts {
    id: string;
    name: string;
    players: number[];
    factions: string[];
    options: OptionFacts[];
    contradictions: ContradictionFacts[];
    rulings: RulingFacts[];
    about: string;
}

export interface Editions {
    editions: EditionFacts[];
}

export interface Ending {
    version: number;
    text: string;
    rule: string;
}

export interface EngineNote {
    version: number;
    text: string;
}

export interface Entry {
    version: number;
    turn: number;
    round: number;
    segment: "surrender" | "tyche" | "activation" | "forage" | null;
    active: "blue" | "red" | "yellow" | "green" | "black" | null;
    seat: "blue" | "red" | "yellow" | "green" | "black" | null;
    action: string;
    label: string;
    lines: Line[];
    reason: string | null;
}

export interface FactionFacts {
    id: string;
    name: string;
}

export interface FightStep {
    kind: "battle" | "siege" | "naval";
    begins: boolean;
    rolls: boolean;
    ends: boolean;
    commanders?: (string | null)[];
}

export interface FleetFacts {
    id: string;
    name: string;
    province: string | null;
    space: string | null;
    normal: number;
    upgraded: number;
}

export interface FleetView {
    id: string;
    owner: "blue" | "red" | "yellow" | "green" | "black" | null;
    strength: number;
    upgraded: boolean;
    dispersed: boolean;
}

export interface GeneralAt {
    id: string;
    at: string;
}

export interface GeneralFacts {
    id: string;
    name: string;
    initials: string;
    initiative: number;
    battle: number;
    seniority: number;
    stars: number;
    minor: boolean;
    faction: string | null;
    ability: string;
}

export interface Goal {
    space: string;
    by_sea: boolean;
    fight: boolean;
    ways: Way[];
    odds: Odds | null;
    question: string;
    answers: Offer[];
}

export interface Halt {
    leg: number;
    kind: string;
    text: string;
}

export interface HandCard {
    number: string;
    uses: string[];
}

export interface Hint {
    version: number;
    action: string | null;
    label: string;
    text: string;
}

export interface HoldingFacts {
    army: string;
    x: number;
    y: number;
}

export interface Independent {
    id: string;
    at: string;
    active: boolean;
}

export interface Invite {
    invite: string;
}

export interface KnownCard {
    faction: "blue" | "red" | "yellow" | "green" | "black";
    number: string;
}

export interface LanguageFacts {
    id: string;
    name: string;
    digest: string;
}

export interface Languages {
    reader: string;
    languages: LanguageFacts[];
}

export interface Lesson {
    id: string;
    number: number;
    of: number;
    ends: string[];
    next: string | null;
}

export interface LevelFacts {
    id: string;
    least: number;
    docks: number[][];
}

export interface Line {
    text: string;
    parts: (string | Named)[];
    label: string;
    rule: string;
    key: string;
    fight: FightStep | null;
    mark: "turn" | "round" | "battle" | "siege" | "naval" | null;
    begins: "turn" | "round" | "surrender" | "tyche" | "activation" | "forage" | null;
    common: boolean;
    dice: number[];
    args: Record<string, number | string | (number | string)[] | Record<string, number> | null>;
    refs: Ref[];
    private: boolean;
}

export interface Log {
    entries: Entry[];
    version: number;
}

export interface Mark {
    version: number;
    kind: "turn" | "round" | "battle" | "siege" | "naval";
    turn: number;
    round: number;
    space: string | null;
}

export interface MaterialFacts {
    edition: string;
    edition_name: string;
    digest: string;
    width: number;
    height: number;
    turns: number;
    turn_rules: string[][];
    page_rules: Record<string, string>;
    provinces: ProvinceFacts[];
    spaces: SpaceFacts[];
    paths: PathFacts[];
    play: number[];
    levels: LevelFacts[];
    holdings: HoldingFacts[];
    generals: GeneralFacts[];
    cards: CardFacts[];
    royals: RoyalFacts[];
    fleets: FleetFacts[];
    units: UnitFacts[];
    factions: FactionFacts[];
    options: OptionFacts[];
    bots: string[];
    verbs: VerbFacts[];
}

export interface Moved {
    cus: Record<string, number>;
    generals: string[];
    royals: string[];
}

export interface Named {
    ref: number;
    text: string;
}

export interface NewGame {
    players: number;
    seats: NewSeat[];
    options?: string[];
    edition?: string;
    rulings?: Record<string, string>;
    private?: boolean;
    reasons?: boolean;
    pace?: "live" | "slow";
    name?: string;
    lesson?: string;
    key?: string;
}

export interface NewSeat {
    kind: "me" | "bot" | "open" | "hot";
    name?: string;
    bot?: string;
}

export interface Now {
    view: View;
    ahead: Ahead | null;
    odds: Odds | null;
}

export interface Odds {
    kind: string;
    general: string;
    chances: Record<string, number>;
    series: Record<string, number[]>;
}

export interface OddsAnswer {
    odds: Odds | null;
}

export interface Offer {
    action: string;
    verb: string;
    domain: string;
    id: string;
    label: string;
    further: boolean;
    sure: string;
}

export interface OptionFacts {
    id: string;
    text: string;
}

export interface Order {
    card: string;
    kind: "any_time" | "answer_surprise" | "battle_cards" | "naval_step" | "naval_dice" | "siege_roll" | "commander_death" | "every_step";
    whom?: ("blue" | "red" | "yellow" | "green" | "black")[];
    least?: number;
}

export interface PathFacts {
    a: string;
    b: string;
    kind: string;
}

export interface PlayedRuling {
    id: string;
    value: string;
    text: string;
}

export interface Player {
    faction: "blue" | "red" | "yellow" | "green" | "black";
    vp: number;
    vp_sources: Source[];
    legitimacy: number;
    legitimacy_sources: Source[];
    champion: boolean;
    hand_size: number;
    generals: GeneralAt[];
    fleets: FleetView[];
    training: Training | null;
    dispersed: Dispersed;
}

export interface Problem {
    error: string;
    text: string;
    version?: number | null;
    rule?: string | null;
    detail?: string | null;
}

export interface ProvinceFacts {
    id: string;
    name: string;
    region: string;
    vp: number;
    needed: number;
    spaces: string[];
}

export interface ProvinceView {
    owner: string | null;
    held: Record<string, number>;
}

export interface ReadingFacts {
    id: string;
    text: string;
}

export interface Reconstructed {
    edition: string;
    parts: ReconstructedFacts[];
}

export interface ReconstructedFacts {
    title: string;
    number: number;
    of: number;
    things: string[];
}

export interface Recover {
    token: string;
    key?: string;
}

export interface Recovery {
    link: string;
}

export interface Ref {
    kind: string;
    id: string;
    name: string;
}

export interface Result {
    winner: "blue" | "red" | "yellow" | "green" | "black";
    victory: string;
    text: string;
    vp: Record<string, number>;
    legitimacy: Record<string, number>;
}

export interface Round {
    kind: "any_time" | "answer_surprise" | "battle_cards" | "naval_step" | "naval_dice" | "siege_roll" | "commander_death" | "every_step";
    seconds: number;
    left: number;
    asked: ("blue" | "red" | "yellow" | "green" | "black")[];
    answer: string | null;
    lost: boolean;
}

export interface RoyalFacts {
    id: string;
    name: string;
    kind: string;
    legitimacy: number;
}

export interface RoyalView {
    at: string;
    owner: "blue" | "red" | "yellow" | "green" | "black" | null;
}

export interface RuleFacts {
    number: string;
    title: string;
    text: string;
}

export interface RulesFound {
    rules: RuleFacts[];
}

export interface RulingFacts {
    id: string;
    text: string;
    readings: ReadingFacts[];
}

export interface Score {
    version: number;
    faction: "blue" | "red" | "yellow" | "green" | "black";
    what: "vp" | "legitimacy";
    points: number;
    total: number;
}

export interface Seat {
    faction: "blue" | "red" | "yellow" | "green" | "black";
    kind: "person" | "hot" | "bot" | "open";
    name: string;
    bot: string;
    present: boolean;
    mine: boolean;
    windows: "ask" | "chosen" | "battles" | "fitting" | "segment" | "round" | "turn" | null;
    kinds: ("any_time" | "answer_surprise" | "battle_cards" | "naval_step" | "naval_dice" | "siege_roll" | "commander_death" | "every_step")[] | null;
    orders: Order[] | null;
}

export interface SeatBot {
    bot?: string;
}

export interface Setting {
    seat: "blue" | "red" | "yellow" | "green" | "black";
    windows: "ask" | "chosen" | "battles" | "fitting" | "segment" | "round" | "turn";
}

export interface Settings {
    seat: "blue" | "red" | "yellow" | "green" | "black";
    windows: "ask" | "chosen" | "battles" | "fitting" | "segment" | "round" | "turn";
    kinds?: ("any_time" | "answer_surprise" | "battle_cards" | "naval_step" | "naval_dice" | "siege_roll" | "commander_death" | "every_step")[] | null;
    orders?: Order[] | null;
}

export interface Source {
    text: string;
    points: number;
}

export interface SpaceFacts {
    id: string;
    name: string;
    kind: string;
    province: string | null;
    port: boolean;
    independent: boolean;
    hellespont: boolean;
    x: number;
    y: number;
}

export interface SpaceView {
    pc: string | null;
    siege_points: Record<string, number>;
    helepolis: boolean;
    looted: boolean;
    tomb: boolean;
    capital: "blue" | "red" | "yellow" | "green" | "black" | null;
    stacks: Stack[];
    royals: string[];
}

export interface Stack {
    faction: string;
    where: string;
    generals: string[];
    cus: Record<string, number>;
    royals: string[];
    moved: Moved;
}

export interface Step {
    version: number;
    changes: Change[];
}

export interface Table {
    id: string;
    name: string;
    players: number;
    options: string[];
    edition: string;
    edition_name: string;
    rulings: PlayedRuling[];
    private: boolean;
    reasons: boolean;
    pace: "live" | "slow";
    countdown: boolean;
    created: string;
    changed: string;
    status: "waiting" | "running" | "over";
    seats: Seat[];
    version: number;
    decision_seat: "blue" | "red" | "yellow" | "green" | "black" | null;
    engine_note: EngineNote | null;
    result: Result | null;
    lesson: Lesson | null;
}

export interface Tables {
    games: Table[];
}

export interface TakeSeat {
    name?: string;
    invite?: string;
    key?: string;
}

export interface Texts {
    language: string;
    edition: string;
    plurals: number[];
    texts: Record<string, string>;
}

export interface Thresholds {
    vp: number;
    legitimacy: number;
}

export interface Together {
    label: string;
    actions: string[];
}

export interface Training {
    unit: string;
    points: number;
    cost: number;
}

export interface TurningPoint {
    version: number;
    turn: number;
    round: number;
    texts: string[];
}

export interface Undo {
    id: string;
    version: number;
    seat: "blue" | "red" | "yellow" | "green" | "black";
    look?: boolean;
}

export interface UnitFacts {
    id: string;
    name: string;
    strength: number;
}

export interface VerbFacts {
    id: string;
    domain: string;
    heading: string;
    short: string;
    then: string[];
    fights: boolean;
    ends: boolean;
    counted: boolean;
    joins: boolean;
    listed: boolean;
    on_map: boolean;
    reads: boolean;
    introduces: boolean;
}

export interface View {
    version: number;
    seat: "blue" | "red" | "yellow" | "green" | "black" | null;
    over: boolean;
    result: Result | null;
    turn: number;
    round: number;
    segment: "surrender" | "tyche" | "activation" | "forage" | null;
    active: "blue" | "red" | "yellow" | "green" | "black" | null;
    order: ("blue" | "red" | "yellow" | "green" | "black")[];
    usurper: "blue" | "red" | "yellow" | "green" | "black" | null;
    phase_text: string;
    players: Player[];
    spaces: Record<string, SpaceView>;
    provinces: Record<string, ProvinceView>;
    independents: Independent[];
    royals: Record<string, RoyalView>;
    fleets: FleetView[];
    deck_size: number;
    discard: string[];
    removed: string[];
    face_down: number;
    front: Record<string, string[]>;
    hand: HandCard[];
    known: KnownCard[];
    thresholds: Thresholds;
    decision: Decision | null;
    can_undo: boolean;
    key_hash: string;
    hands: Record<string, string[]>;
    key: string;
}

export interface Walk {
    edition: string;
    first: View;
    steps: Step[];
    entries: Entry[];
    marks: Mark[];
    comments: Comment[];
}

export interface Way {
    actions: string[];
    spaces: string[];
    costs: number[];
    left: number;
    chance: number;
    halts: Halt[];
    hazards: string[];
}

export interface Why {
    possible: boolean;
    rule: string;
    text: string;
}
