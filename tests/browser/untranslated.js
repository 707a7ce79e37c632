() => {
    // The words on the page that the pseudo-language has not marked as its own.
    const OWN = 'kbd, code, script, style, noscript, [lang]:not(html), [translate="no"], select[name^="bot-"], .ratings, .initials, .rule-link';
    const outside = (text) => {
        let left = text, before;
        do {
            before = left;
            left = left.replace(/⟦[^⟦⟧]*⟧|\[[^\[\]]*\]/g, "");
        } while (left !== before);
        return left.match(/[A-Za-z\u00c0-\u024f]{2,}/g) ?? [];
    };
    let text = "";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(OWN)) text += walker.currentNode.data;
    const found = outside(text);
    for (const node of document.querySelectorAll("[title], [aria-label], [placeholder]")) {
        if (node.closest(OWN)) continue;
        for (const name of ["title", "aria-label", "placeholder"]) found.push(...outside(node.getAttribute(name) ?? ""));
    }
    return [...new Set([...found, ...outside(document.title)])];
}
