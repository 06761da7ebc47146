package io.keelson.deploy.spi;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of an application of which there may be versions side by side, {@code shop@2}. Immutable. See
 * docs/design/application-versions.md.
 *
 * @param name the name that operators give it
 * @param version null where it has none
 */
public record VersionedName(String name, @Nullable String version) {
    /** Pattern of a version, which becomes the name of a directory. */
    private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

    /** The same in words. */
    public static final String RULE = "letters, digits, dot (not first), hyphen and underscore, at most 100";

    private static final char MARK = '@';

    /** Returns whether a text can be a version. */
    public static boolean isVersion(String text) {
        return VERSION.matcher(text).matches();
    }

    /** Reads {@link #toString}. */
    public static VersionedName of(String text) {
        int mark = text.indexOf(MARK);
        return mark < 0
                ? new VersionedName(text, null)
                : new VersionedName(text.substring(0, mark), text.substring(mark + 1));
    }

    /** Returns what an application, or a module of one ({@code shop@2#web}), is called whatever its version: {@code shop#web}. */
    public static String plain(String text) {
        int mark = text.indexOf(MARK);
        if (mark < 0) {
            return text;
        }
        int module = text.indexOf('#', mark);
        return text.substring(0, mark) + (module < 0 ? "" : text.substring(module));
    }

    /** The version of an application, or of the one that a module ({@code shop@2#web}) is of: {@code 2}; null for none. */
    public static @Nullable String versionOf(String text) {
        int module = text.indexOf('#');
        return of(module < 0 ? text : text.substring(0, module)).version();
    }

    /** Under which rooms keep what is this version's own. */
    @Override
    public String toString() {
        return version == null ? name : name + MARK + version;
    }
}
