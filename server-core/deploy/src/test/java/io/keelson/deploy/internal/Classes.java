package io.keelson.deploy.internal;

import java.util.Map;

/** One compiled class for tests of the packages below. */
public final class Classes {
    private Classes() {}

    /** Its bytes. */
    public static byte[] compile(String className, String source) {
        return Sources.compile(Map.of(className, source)).get(className.replace('.', '/') + ".class");
    }
}
