package io.keelson.component.descriptor;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds the public identifier of a document's DOCTYPE, which the parser passes over, as nothing of it is to be fetched. The
 * document is well-formed. One a document.
 */
final class Doctype {
    /** What stands in front of the root element is not longer. */
    private static final int MOST = 64 << 10;

    private static final String PUBLIC = "PUBLIC";

    private final String text;
    private int at;

    private Doctype(String text) {
        this.text = text;
    }

    /** The identifier; null where there is none, or the document is in an encoding that does not begin with ASCII. */
    static @Nullable String publicId(byte[] document) {
        String head = new String(document, 0, Math.min(document.length, MOST), StandardCharsets.ISO_8859_1);
        return new Doctype(head).find();
    }

    private @Nullable String find() {
        skip("\u00ef\u00bb\u00bf"); // the byte order mark of UTF-8
        while (true) {
            blanks();
            if (skip("<?")) {
                behind("?>");
            } else if (skip("<!--")) {
                behind("-->");
            } else {
                return skip("<!DOCTYPE") ? identifier() : null;
            }
        }
    }

    private @Nullable String identifier() {
        int end = text.indexOf('>', at);
        int start = text.indexOf(PUBLIC, at);
        if (start < 0 || start > end || text.charAt(start - 1) > ' ') {
            return null;
        }
        at = start + PUBLIC.length();
        blanks();
        char quote = at < text.length() ? text.charAt(at) : ' ';
        int close = quote == '"' || quote == '\'' ? text.indexOf(quote, at + 1) : -1;
        return close < 0 ? null : text.substring(at + 1, close);
    }

    private boolean skip(String expected) {
        boolean there = text.startsWith(expected, at);
        at += there ? expected.length() : 0;
        return there;
    }

    private void behind(String end) {
        int found = text.indexOf(end, at);
        at = found < 0 ? text.length() : found + end.length();
    }

    private void blanks() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }
}
