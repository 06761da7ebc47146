package io.keelson.ejb.ql;

import java.util.ArrayList;
import java.util.List;

/** Cuts a query into tokens. */
final class Lexer {
    /** Length of a parameter with its mark; a method has 255 parameters at most. */
    private static final int MOST_DIGITS = 4;

    private final String text;
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    static List<Token> tokens(String query) throws QlException {
        Lexer lexer = new Lexer(query);
        List<Token> tokens = new ArrayList<>();
        Token token;
        do {
            token = lexer.next();
            tokens.add(token);
        } while (token.kind() != Token.Kind.END);
        return tokens;
    }

    private Token next() throws QlException {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        int start = at;
        if (at == text.length()) {
            return new Token(Token.Kind.END, "", start + 1);
        }
        char c = text.charAt(at);
        if (Character.isJavaIdentifierStart(c)) {
            while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
                at++;
            }
            return token(Token.Kind.WORD, start);
        }
        if (Character.isDigit(c) || c == '.' && at + 1 < text.length() && Character.isDigit(text.charAt(at + 1))) {
            return number(start);
        }
        if (c == '\'') {
            return string(start);
        }
        if (c == '?') {
            at++;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            if (at == start + 1) {
                throw new QlException(start + 1, "expected a number after '?'");
            }
            if (at - start > MOST_DIGITS) {
                throw new QlException(start + 1, "there is no parameter " + text.substring(start, at));
            }
            return new Token(Token.Kind.PARAMETER, text.substring(start + 1, at), start + 1);
        }
        for (String symbol : List.of("<>", "<=", ">=")) {
            if (text.startsWith(symbol, at)) {
                at += 2;
                return token(Token.Kind.SYMBOL, start);
            }
        }
        if ("=<>()+-*/,.".indexOf(c) < 0) {
            throw new QlException(start + 1, "the character '" + c + "' means nothing here");
        }
        at++;
        return token(Token.Kind.SYMBOL, start);
    }

    private Token token(Token.Kind kind, int start) {
        return new Token(kind, text.substring(start, at), start + 1);
    }

    private Token number(int start) {
        while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
        }
        Token number = token(Token.Kind.NUMBER, start);
        if (at < text.length() && "lLfFdD".indexOf(text.charAt(at)) >= 0) {
            at++; // the suffix of a literal of Java
        }
        return number;
    }

    private Token string(int start) throws QlException {
        StringBuilder content = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '\'') {
                content.append(c);
            } else if (at < text.length() && text.charAt(at) == '\'') {
                content.append(c);
                at++;
            } else {
                return new Token(Token.Kind.STRING, content.toString(), start + 1);
            }
        }
        throw new QlException(start + 1, "the string does not end");
    }
}
