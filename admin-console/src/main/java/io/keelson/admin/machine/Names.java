package io.keelson.admin.machine;

import io.keelson.kernel.machine.MachineTls;
import java.util.regex.Pattern;

/** Rules for the names and addresses of machines. Holds nothing. */
final class Names {
    /** Beginning of the common name of a machine's certificate. */
    static final String SUBJECT = MachineTls.SUBJECT;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.:-]{0,252}|::[0-9A-Fa-f:.]*");

    private Names() {}

    static boolean name(String text) {
        return NAME.matcher(text).matches();
    }

    static boolean address(String text) {
        return ADDRESS.matcher(text).matches();
    }
}
