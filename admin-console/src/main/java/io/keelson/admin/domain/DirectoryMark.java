package io.keelson.admin.domain;

import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Tells a directory from a copy of it: one that was moved keeps its mark. A record that names a process counts in the directory only
 * where it was written. Otherwise whoever stops the server of a copied domain would stop that of the original.
 */
final class DirectoryMark {
    private static final String KEY = "directory-mark";

    private DirectoryMark() {}

    private static Optional<String> of(Path directory) {
        try {
            return Optional.ofNullable(Files.readAttributes(directory, BasicFileAttributes.class)
                            .fileKey())
                    .map(Object::toString);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Marks a record that is written into a directory. */
    static void add(JsonObjectBuilder record, Path directory) {
        of(directory).ifPresent(mark -> record.add(KEY, mark));
    }

    /** Returns whether a record was written in another directory than that in which it was found. One without a mark was not. */
    static boolean copied(JsonObject record, Path directory) {
        String written = record.getString(KEY, null);
        return written != null
                && of(directory).filter(mark -> !mark.equals(written)).isPresent();
    }
}
