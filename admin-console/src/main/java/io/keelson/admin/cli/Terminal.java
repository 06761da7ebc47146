package io.keelson.admin.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import org.jspecify.annotations.Nullable;

/** Terminal at which somebody may sit. */
final class Terminal {
    /** Puts the cursor in the upper left corner and clears what is below it (ECMA-48: CUP, ED). */
    private static final String CLEAR = "\u001b[H\u001b[J";

    /** Cuts lines off at the edge of the screen, or has them go on in the next one (DECAWM). */
    private static final String CUT = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";

    private Terminal() {}

    /** The text in the place of what the screen shows; a table keeps its lines in a narrow window. */
    static String screen(String text) {
        return CLEAR + CUT + text + WRAP;
    }

    /** Returns the console of somebody who can be asked; null where nobody sits there. */
    static @Nullable Console console() {
        return attached() ? System.console() : null;
    }

    /** A line in the place of that which stands there, in a narrow window cut off. */
    static String line(String text) {
        return '\r' + CUT + text + WRAP;
    }

    /** Returns whether there is a terminal whose cursor can be moved. */
    static boolean moves() {
        String kind = System.getenv("TERM");
        return attached() && kind != null && !kind.equals("dumb");
    }

    /** Returns whether standard input and output are a terminal. From JDK 22 on there is a console without one as well, which says so. */
    static boolean attached() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (NoSuchMethodException e) {
            return true; // before JDK 22 there is one at a terminal only
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("whether this is a terminal cannot be asked", e);
        }
    }
}
