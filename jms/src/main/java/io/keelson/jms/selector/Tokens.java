package io.keelson.jms.selector;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes a selector apart. */
final class Tokens {
    private static final Set<String> KEYWORDS =
            Set.of("AND", "OR", "NOT", "BETWEEN", "IN", "LIKE", "IS", "NULL", "ESCAPE", "TRUE", "FALSE");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Tokens(String text) {
        this.text = text;
    }

    static List<Token> of(String text) throws SelectorException {
        Tokens tokens = new Tokens(text);
        tokens.read();
        return tokens.tokens;
    }

    private void read() throws SelectorException {
        while (true) {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
            if (at == text.length()) {
                add(Token.Kind.END, at, null);
                return;
            }
            char c = text.charAt(at);
            if (Character.isJavaIdentifierStart(c)) {
                word();
            } else if (c == '\'') {
                string();
            } else if (Character.isDigit(c) || c == '.' && digitAt(at + 1)) {
                number();
            } else {
                symbol();
            }
        }
    }

    private boolean digitAt(int index) {
        return index < text.length() && Character.isDigit(text.charAt(index));
    }

    private void add(Token.Kind kind, int from, @Nullable Object value) {
        tokens.add(new Token(kind, text.substring(from, at), value, from + 1));
    }

    private SelectorException wrong(int index, String problem) {
        return new SelectorException(text, index + 1, problem);
    }

    private void word() {
        int from = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            at++;
        }
        String upper = text.substring(from, at).toUpperCase(Locale.ROOT);
        if (!KEYWORDS.contains(upper)) {
            add(Token.Kind.NAME, from, null);
            return;
        }
        switch (upper) {
            case "TRUE", "FALSE" -> tokens.add(new Token(Token.Kind.LITERAL, upper, upper.equals("TRUE"), from + 1));
            default -> tokens.add(new Token(Token.Kind.KEYWORD, upper, null, from + 1));
        }
    }

    private void string() throws SelectorException {
        int from = at++;
        StringBuilder value = new StringBuilder();
        while (true) {
            if (at == text.length()) {
                throw wrong(from, "the string that begins here does not end");
            }
            char c = text.charAt(at++);
            if (c != '\'') {
                value.append(c);
            } else if (at < text.length() && text.charAt(at) == '\'') {
                value.append('\'');
                at++;
            } else {
                add(Token.Kind.LITERAL, from, value.toString());
                return;
            }
        }
    }

    private void number() throws SelectorException {
        int from = at;
        if (text.startsWith("0x", at) || text.startsWith("0X", at)) {
            at += 2;
            wholeNumber(from, at, 16);
            return;
        }
        boolean fraction = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean exponent = (c == 'e' || c == 'E')
                    && (digitAt(at + 1)
                            || at + 1 < text.length() && "+-".indexOf(text.charAt(at + 1)) >= 0 && digitAt(at + 2));
            if (exponent) {
                at += 2;
            } else if (c == '.') {
                at++;
            } else if (Character.isDigit(c)) {
                at++;
                continue;
            } else {
                break;
            }
            fraction = true;
        }
        if (at < text.length() && "fFdD".indexOf(text.charAt(at)) >= 0) {
            fraction = true;
            at++;
        }
        if (!fraction) {
            at = from;
            boolean octal = text.charAt(from) == '0' && digitAt(from + 1);
            wholeNumber(from, from, octal ? 8 : 10);
            return;
        }
        endOfNumber(from);
        try {
            add(Token.Kind.LITERAL, from, Double.valueOf(text.substring(from, at)));
        } catch (NumberFormatException e) {
            throw wrong(from, "'" + text.substring(from, at) + "' is no number");
        }
    }

    private void wholeNumber(int from, int digits, int radix) throws SelectorException {
        at = digits;
        while (at < text.length() && Character.digit(text.charAt(at), radix) >= 0) {
            at++;
        }
        int end = at;
        if (at < text.length() && "lL".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        endOfNumber(from);
        try {
            String written = text.substring(digits, end);
            // The smallest long is written as minus and a number that is one too large.
            long value = written.equals("9223372036854775808") ? Long.MIN_VALUE : Long.parseLong(written, radix);
            add(Token.Kind.LITERAL, from, value);
        } catch (NumberFormatException e) {
            throw wrong(from, "'" + text.substring(from, at) + "' is no number of 64 bits");
        }
    }

    private void endOfNumber(int from) throws SelectorException {
        if (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            throw wrong(from, "'" + text.substring(from, at + 1) + "' is no number");
        }
    }

    private void symbol() throws SelectorException {
        int from = at;
        for (String each : List.of("<>", "<=", ">=", "=", "<", ">", "+", "-", "*", "/", "(", ")", ",")) {
            if (text.startsWith(each, at)) {
                at += each.length();
                add(Token.Kind.SYMBOL, from, null);
                return;
            }
        }
        throw wrong(
                from,
                "'" + text.charAt(from) + "' is not expected"
                        + (text.charAt(from) == '"' ? "; strings are in single quotes" : ""));
    }
}
