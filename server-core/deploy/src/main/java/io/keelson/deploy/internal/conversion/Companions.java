package io.keelson.deploy.internal.conversion;

import io.keelson.deploy.spi.NamespaceMigration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The class files that the tool brings for classes that it has converted, and who needs them. Immutable. */
final class Companions {
    private static final String CLASS = ".class";

    private final Map<String, byte[]> files;

    private Companions(Map<String, byte[]> files) {
        this.files = Map.copyOf(files);
    }

    static Companions of(NamespaceMigration migration) throws IOException {
        return new Companions(migration.companions());
    }

    /** The paths of those that a converted file refers to. */
    Set<String> neededBy(String path, byte[] converted) {
        Set<String> needed = new TreeSet<>();
        if (path.endsWith(CLASS)) {
            for (String companion : files.keySet()) {
                String name = companion.substring(0, companion.length() - CLASS.length());
                if (mentions(converted, name.getBytes(StandardCharsets.US_ASCII))) {
                    needed.add(companion);
                }
            }
        }
        return needed;
    }

    /** The content of one. */
    byte[] file(String path) {
        byte[] file = files.get(path);
        if (file == null) {
            throw new IllegalArgumentException("there is no " + path);
        }
        return file;
    }

    private static boolean mentions(byte[] content, byte[] name) {
        for (int at = 0; at <= content.length - name.length; at++) {
            int i = 0;
            while (i < name.length && content[at + i] == name[i]) {
                i++;
            }
            if (i == name.length) {
                return true;
            }
        }
        return false;
    }
}
