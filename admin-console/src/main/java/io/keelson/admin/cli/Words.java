package io.keelson.admin.cli;

import java.util.ArrayList;
import java.util.List;

/** The words of a line as a shell has them: between blanks, in quotes of either kind, with backslashes; a # begins a comment. */
final class Words {
    private Words() {}

    /**
     * The words.
     *
     * @throws CommandException when a quote is not closed
     */
    static List<String> of(String line) throws CommandException {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean within = false;
        char quote = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != '\'' && c == '\\' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
                within = true;
            } else if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                within = true;
            } else if (c == '#' && !within) {
                break;
            } else if (Character.isWhitespace(c)) {
                if (within) {
                    words.add(word.toString());
                }
                word.setLength(0);
                within = false;
            } else {
                word.append(c);
                within = true;
            }
        }
        if (quote != 0) {
            throw new CommandException(ExitCode.USAGE, "A quote (" + quote + ") is not closed.");
        }
        if (within) {
            words.add(word.toString());
        }
        return words;
    }
}
