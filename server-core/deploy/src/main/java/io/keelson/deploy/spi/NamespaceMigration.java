package io.keelson.deploy.spi;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Converts files that were made for Java EE ({@code javax}) to Jakarta EE. The part {@code conversion} provides one through
 * {@link java.util.ServiceLoader}. Thread-safe, without state.
 */
public interface NamespaceMigration {
    /** The name of the tool with its version, of letters, digits, dots and hyphens: another one may convert otherwise. */
    String version();

    /** The path that a file has afterwards: {@code META-INF/services/javax.servlet.Filter} names a type, too. */
    String path(String path);

    /** Returns whether files of that name are looked into; others are not for this to convert. */
    boolean converts(String path);

    /**
     * Converts a file.
     *
     * @param content is not changed
     * @return what it becomes; empty where there is nothing to convert in it
     * @throws IOException when the content cannot be understood
     */
    Optional<byte[]> convert(String path, byte[] content) throws IOException;

    /**
     * Class files that converted classes may refer to, by path. They are put beside those that do.
     *
     * @throws IOException when they cannot be read
     */
    Map<String, byte[]> companions() throws IOException;
}
