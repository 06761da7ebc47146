package io.keelson.admin.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Whether somebody sits at a terminal. */
final class Terminal {
    /** Puts the cursor in the upper left corner and clears what is below it (ECMA-48: CUP, ED). */
    static final String CLEAR = "\u001b[H\u001b[J";

    private Terminal() {}

    /** Whether standard input and output are a terminal. From JDK 22 on there is a console without one as well, which says so. */
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
