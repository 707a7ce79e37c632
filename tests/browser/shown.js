() => {
    // The texts on the page that are in the reader's language: those of its nodes, and those of attributes and the title.
    const OWN = 'kbd, code, script, style, noscript, [lang]:not(html), [translate="no"], select[name^="bot-"], .ratings, .initials, .rule-link';
    const nodes = [], attributes = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(OWN)) nodes.push(walker.currentNode.data);
    for (const node of document.querySelectorAll("[title], [aria-label], [placeholder]")) {
        if (node.closest(OWN)) continue;
        for (const name of ["title", "aria-label", "placeholder"]) attributes.push(node.getAttribute(name) ?? "");
    }
    return { nodes, attributes };
}
