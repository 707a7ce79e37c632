// What `make lint` asks of the browser client. The packages lie beside eslint, wherever npx has put them.
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";

const beside = createRequire(realpathSync(process.argv[1]));
const globals = beside("globals");

export default [
    beside("@eslint/js").configs.recommended,
    {
        files: ["src/diadochi/web/*.js"],
        languageOptions: { ecmaVersion: 2023, sourceType: "module", globals: globals.browser },
        linterOptions: { reportUnusedDisableDirectives: "error" },
        rules: {
            eqeqeq: "error",
            "no-implicit-coercion": ["error", { boolean: false }],
            "no-restricted-globals": ["error", "event", "name", "status", "top", "parent", "length", "find", "open", "close", "stop"],
            "no-shadow": "error",
            "no-template-curly-in-string": "error",
            "no-unused-expressions": "error",
            "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
            "no-useless-return": "error",
            "no-var": "error",
            "object-shorthand": "error",
            "prefer-const": "error",
        },
    },
];
