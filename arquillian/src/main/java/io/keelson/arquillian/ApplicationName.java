package io.keelson.arquillian;

import java.util.regex.Pattern;

/** The name under which an archive is deployed: its own without the extension, in the letters that the server takes. */
final class ApplicationName {
    private static final Pattern EXTENSION = Pattern.compile("\\.(?i:war|ear|jar|rar)$");
    private static final Pattern OTHER = Pattern.compile("[^A-Za-z0-9._-]");
    private static final int LONGEST = 100;

    private ApplicationName() {}

    static String of(String archive) {
        String bare = EXTENSION.matcher(archive).replaceFirst("");
        String name = OTHER.matcher(bare).replaceAll("-");
        if (name.isEmpty() || name.startsWith(".")) {
            name = "-" + name;
        }
        if (name.length() <= LONGEST) {
            return name;
        }
        // Two long names may begin alike: the rest counts too.
        String rest = Integer.toHexString(bare.hashCode());
        return name.substring(0, LONGEST - rest.length() - 1) + "-" + rest;
    }
}
