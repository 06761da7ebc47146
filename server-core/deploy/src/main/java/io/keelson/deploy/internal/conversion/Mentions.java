package io.keelson.deploy.internal.conversion;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * Enterprise APIs that some files mention, by name. Names are looked for as bytes: those in the constants of a class file and in pages and
 * descriptors are ASCII in any encoding that occurs. Mutable; confined to one thread.
 */
final class Mentions {
    /**
     * First steps of the names of packages that both worlds have, behind {@code javax} or {@code jakarta}. Not here: what
     * applications use apart from any server, as injection, binding to XML or bean validation.
     */
    private static final Set<String> PLATFORM = Set.of(
            "batch",
            "ejb",
            "el",
            "enterprise",
            "faces",
            "jms",
            "jws",
            "mail",
            "persistence",
            "resource",
            "websocket",
            "ws");

    private static final byte[] OLD = "javax".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NEW = "jakarta".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST = 16;

    private boolean oldServlets;
    private boolean newServlets;
    private boolean oldPlatform;
    private boolean newPlatform;

    /** Looks through a file. */
    void add(byte[] content) {
        for (int at = 0; at < content.length - 8; at++) {
            if (content[at] != 'j' || content[at + 1] != 'a') {
                continue;
            }
            if (startsWith(content, at, OLD)) {
                note(step(content, at + OLD.length), true);
            } else if (startsWith(content, at, NEW)) {
                note(step(content, at + NEW.length), false);
            }
        }
    }

    private static boolean startsWith(byte[] content, int at, byte[] name) {
        if (at + name.length >= content.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (content[at + i] != name[i]) {
                return false;
            }
        }
        byte separator = content[at + name.length];
        return separator == '/' || separator == '.';
    }

    /** The step of a name that begins behind the separator at that place, with another separator behind it; else empty. */
    private static String step(byte[] content, int separator) {
        int start = separator + 1;
        int end = start;
        while (end < content.length && end - start < LONGEST && content[end] >= 'a' && content[end] <= 'z') {
            end++;
        }
        boolean inside = end < content.length && (content[end] == '/' || content[end] == '.');
        return inside ? new String(content, start, end - start, StandardCharsets.US_ASCII) : "";
    }

    private void note(String step, boolean old) {
        if (step.equals("servlet")) {
            oldServlets |= old;
            newServlets |= !old;
        } else if (PLATFORM.contains(step)) {
            oldPlatform |= old;
            newPlatform |= !old;
        }
    }

    /** Returns whether the servlet API of Java EE is mentioned and that of Jakarta EE is not. */
    boolean onlyOldServlets() {
        return oldServlets && !newServlets;
    }

    /** True where no API of either is mentioned. */
    boolean nothing() {
        return !oldServlets && !newServlets && !oldPlatform && !newPlatform;
    }

    /** True where APIs of Java EE are mentioned and none of Jakarta EE is. */
    boolean onlyOld() {
        return (oldServlets || oldPlatform) && !newServlets && !newPlatform;
    }

    boolean newServlets() {
        return newServlets;
    }

    boolean bothServlets() {
        return oldServlets && newServlets;
    }

    /** Returns whether other APIs of Java EE are mentioned and none of Jakarta EE is. */
    boolean onlyOldPlatform() {
        return oldPlatform && !newPlatform && !newServlets;
    }
}
