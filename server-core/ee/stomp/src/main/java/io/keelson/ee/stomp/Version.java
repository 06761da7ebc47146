package io.keelson.ee.stomp;

import org.jspecify.annotations.Nullable;

/** A version of the protocol, the oldest one first. */
enum Version {
    V1_0("1.0"),
    V1_1("1.1"),
    V1_2("1.2");

    /** The versions as a refused client is told them. */
    static final String ALL = "1.0,1.1,1.2";

    private final String text;

    Version(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }

    /**
     * Returns the newest version that a client accepts; null: there is none.
     *
     * @param accepted the client's header; null: it is one of 1.0
     */
    static @Nullable Version agreed(@Nullable String accepted) {
        if (accepted == null) {
            return V1_0;
        }
        Version best = null;
        for (String each : accepted.split(",", -1)) {
            for (Version known : values()) {
                if (known.text.equals(each.trim()) && (best == null || known.compareTo(best) > 0)) {
                    best = known;
                }
            }
        }
        return best;
    }

    boolean atLeast(Version other) {
        return compareTo(other) >= 0;
    }

    /** Returns a header's name or value as frames have it. A character that frames of this version cannot have becomes a space. */
    String escaped(String text) {
        StringBuilder out = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            String as = escape(c);
            if (as != null && out == null) {
                out = new StringBuilder(text.length() + 16).append(text, 0, i);
            }
            if (out != null) {
                if (as == null) {
                    out.append(c);
                } else {
                    out.append(as);
                }
            }
        }
        return out == null ? text : out.toString();
    }

    /** Returns what stands for a character; null: it stands for itself. */
    private @Nullable String escape(char c) {
        return switch (c) {
            case '\0' -> " ";
            case '\n' -> this == V1_0 ? " " : "\\n";
            case '\r' -> this == V1_2 ? "\\r" : " ";
            case ':' -> this == V1_0 ? null : "\\c";
            case '\\' -> this == V1_0 ? null : "\\\\";
            default -> null;
        };
    }

    /**
     * Returns the text of a header's name or value.
     *
     * @throws FrameException where it has an escape that this version does not know
     */
    String unescaped(String text) throws FrameException {
        if (this == V1_0 || text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            i++;
            char escape = i < text.length() ? text.charAt(i) : ' ';
            if (escape == 'n') {
                out.append('\n');
            } else if (escape == 'c') {
                out.append(':');
            } else if (escape == '\\') {
                out.append('\\');
            } else if (escape == 'r' && this == V1_2) {
                out.append('\r');
            } else {
                throw new FrameException("a header has an escape that STOMP " + this.text
                        + " does not know; there are \\n, \\c, \\\\" + (this == V1_2 ? " and \\r" : ""));
            }
        }
        return out.toString();
    }
}
