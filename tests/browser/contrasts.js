(least) => {
    const parse = (colour) => (colour.match(/color\(srgb ([^)]*)\)/)?.[1].split(" ").slice(0, 3).map((part) => 255 * part)
        ?? colour.match(/[\d.]+/g).slice(0, 3).map(Number));
    const luminance = (colour) => parse(colour).map((v) => v / 255)
        .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
    const fill = (node) => getComputedStyle(node).fill;
    const land = new Set([fill(document.querySelector("#board .land"))]);
    // Every Province as it is, and as it looks under the control of each Faction.
    for (const province of document.querySelectorAll("#board .province")) {
        const owner = province.getAttribute("data-owner");
        for (const faction of ["", "blue", "red", "yellow", "green", "black"]) {
            province.setAttribute("data-owner", faction);
            land.add(fill(province));
        }
        if (owner) province.setAttribute("data-owner", owner); else province.removeAttribute("data-owner");
    }
    const sea = [fill(document.querySelector("#board .sea"))];
    const grounds = { "#space-labels text": [...land, ...sea], "#province-labels text": [...land], "#sea-labels text": sea };
    const poor = new Set();
    for (const [labels, under] of Object.entries(grounds)) {
        for (const ink of new Set([...document.querySelectorAll(labels)].map(fill))) {
            for (const ground of under) if (contrast(ink, ground) < least) poor.add(`${labels} ${ink} on ${ground}: ${contrast(ink, ground).toFixed(2)}`);
        }
    }
    for (const text of document.querySelectorAll(".counter.small .initials, .nameplate text")) {
        const plate = text.parentElement.querySelector("[class^=plate-of]");
        if (plate && contrast(fill(text), fill(plate)) < least) poor.add(`${text.textContent} on ${fill(plate)}`);
    }
    return [...poor];
}
