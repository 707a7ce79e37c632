// Pan, zoom and fit of a drawing: wheel, drag, pinch, keys.

const LARGEST = 5;
const DRAG = 5;
const PAN_STEP = 70;

/** @typedef {{left: number, top: number, width: number, height: number}} Area */
/** @typedef {{x: number, y: number, scale: number, fitted: boolean}} Sight what is seen, so that it can be seen again */

export class Viewport {
    /**
     * @param {SVGSVGElement} svg
     * @param {Area} area the whole of what can be seen, in units
     * @param {() => void} changed
     */
    constructor(svg, area, changed) {
        this.svg = svg;
        this.area = area;
        this.changed = changed;
        this.centre = this.middle;
        this.scale = 1;
        this.fitted = true;
        this.dragged = false;
        /** @type {Map<number, {x: number, y: number}>} */
        this.pointers = new Map();
        new ResizeObserver(() => this.apply()).observe(svg);
        svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        svg.addEventListener("pointerdown", (event) => this.down(event));
        svg.addEventListener("pointermove", (event) => this.move(event));
        for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
            svg.addEventListener(end, (event) => this.pointers.delete(/** @type {PointerEvent} */ (event).pointerId));
        }
        svg.addEventListener("keydown", (event) => this.key(event));
    }

    get box() {
        return this.svg.getBoundingClientRect();
    }

    get smallest() {
        const { width, height } = this.box;
        return Math.min(width / this.area.width, height / this.area.height) || 0.1;
    }

    get middle() {
        const { left, top, width, height } = this.area;
        return { x: left + width / 2, y: top + height / 2 };
    }

    /** @returns {Sight} */
    get sight() {
        return { ...this.centre, scale: this.scale, fitted: this.fitted };
    }

    /** @param {Sight} sight */
    see({ x, y, scale, fitted }) {
        this.centre = { x, y };
        this.scale = scale;
        this.fitted = fitted;
        this.apply();
    }

    fit() {
        this.fitted = true;
        this.centre = this.middle;
        this.apply();
    }

    /** @param {number} x @param {number} y @param {number} [scale] at least this large */
    lookAt(x, y, scale = 0) {
        this.fitted = false;
        this.centre = { x, y };
        this.scale = Math.max(this.scale, scale);
        this.apply();
    }

    /**
     * Show a part of the drawing, as large as it fits.
     * @param {{left: number, right: number, top: number, bottom: number}} part
     * @param {number} largest the scale above which nothing becomes clearer
     */
    frame(part, largest) {
        const { width, height } = this.box;
        this.fitted = false;
        this.centre = { x: (part.left + part.right) / 2, y: (part.top + part.bottom) / 2 };
        this.scale = Math.min(largest, width / (part.right - part.left), height / (part.bottom - part.top));
        this.apply();
    }

    apply() {
        const { width, height } = this.box;
        if (!width || !height) return;
        this.scale = this.fitted ? this.smallest : Math.min(LARGEST, Math.max(this.smallest, this.scale));
        const w = width / this.scale, h = height / this.scale;
        const { left, top, width: wide, height: high } = this.area;
        this.centre.x = w >= wide ? this.middle.x : Math.min(left + wide - w / 2, Math.max(left + w / 2, this.centre.x));
        this.centre.y = h >= high ? this.middle.y : Math.min(top + high - h / 2, Math.max(top + h / 2, this.centre.y));
        this.svg.setAttribute("viewBox", `${this.centre.x - w / 2} ${this.centre.y - h / 2} ${w} ${h}`);
        this.changed();
    }

    /** @param {number} factor @param {{x: number, y: number}} [at] what stays where it is, in pixels of the page */
    zoom(factor, at) {
        const { left, top, width, height } = this.box;
        const dx = (at ? at.x - left : width / 2) - width / 2;
        const dy = (at ? at.y - top : height / 2) - height / 2;
        const old = this.scale;
        const scale = Math.min(LARGEST, Math.max(this.smallest, old * factor));
        this.centre.x += dx / old - dx / scale;
        this.centre.y += dy / old - dy / scale;
        this.scale = scale;
        this.fitted = scale <= this.smallest;
        this.apply();
    }

    /** @param {number} dx @param {number} dy in pixels */
    pan(dx, dy) {
        this.centre.x -= dx / this.scale;
        this.centre.y -= dy / this.scale;
        this.fitted = false;
        this.apply();
    }

    /** Where a point of the drawing is, in pixels from the corner of the svg. @param {number} x @param {number} y */
    toPixels(x, y) {
        const { width, height } = this.box;
        return { x: (x - this.centre.x) * this.scale + width / 2, y: (y - this.centre.y) * this.scale + height / 2 };
    }

    /** What of the drawing is there, in pixels from the corner of the svg. @param {number} x @param {number} y */
    toUnits(x, y) {
        const { width, height } = this.box;
        return { x: (x - width / 2) / this.scale + this.centre.x, y: (y - height / 2) / this.scale + this.centre.y };
    }

    /** @param {WheelEvent} event */
    wheel(event) {
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 30 : 1;
        this.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), { x: event.clientX, y: event.clientY });
    }

    /** @param {PointerEvent} event */
    down(event) {
        if (event.button > 0) return;
        if (!this.pointers.size) this.dragged = false;
        this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    }

    /** @param {PointerEvent} event */
    move(event) {
        const last = this.pointers.get(event.pointerId);
        if (!last) return;
        const dx = event.clientX - last.x, dy = event.clientY - last.y;
        if (!this.dragged) {
            if (Math.hypot(dx, dy) < DRAG) return;
            this.dragged = true;
            this.svg.setPointerCapture(event.pointerId);
        }
        const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
        const now = { x: event.clientX, y: event.clientY };
        if (other) {
            const before = Math.hypot(last.x - other.x, last.y - other.y);
            const after = Math.hypot(now.x - other.x, now.y - other.y);
            this.pan(dx / 2, dy / 2);
            if (before > 0) this.zoom(after / before, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
        } else {
            this.pan(dx, dy);
        }
        this.pointers.set(event.pointerId, now);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const steps = /** @type {Record<string, [number, number]>} */ ({
            ArrowLeft: [PAN_STEP, 0], ArrowRight: [-PAN_STEP, 0], ArrowUp: [0, PAN_STEP], ArrowDown: [0, -PAN_STEP],
        });
        const step = steps[event.key];
        if (!step) return;
        event.preventDefault();
        this.pan(...step);
    }
}
