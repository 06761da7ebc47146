package io.keelson.servlet.statics;

import jakarta.servlet.ServletConfig;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The init parameters of the default servlet, by the names that users of Tomcat and Jetty know. Immutable.
 *
 * @param listings {@code listings}: whether directories are listed
 * @param fileEncoding {@code fileEncoding}: the charset of the application's text files; null: not said to clients, and taken
 *     for UTF-8 where characters are needed
 * @param precompressed {@code precompressed}: the compressed files that are looked for beside a file, in order of preference
 * @param leastForSendfile {@code sendfileSize} in bytes: files of at least that size are sent without being copied
 * @param acceptRanges {@code useAcceptRanges}: whether responses say {@code Accept-Ranges}
 * @param cacheControl {@code cacheControl}: the {@code Cache-Control} field of all files; null for none
 */
record StaticsSettings(
        boolean listings,
        @Nullable Charset fileEncoding,
        List<Coding> precompressed,
        long leastForSendfile,
        boolean acceptRanges,
        @Nullable String cacheControl) {
    private static final List<Coding> USUAL = List.of(new Coding("br", ".br"), new Coding("gzip", ".gz"));

    /** Coding of a compressed file that stands beside the file itself, as {@code site.css.br}. */
    record Coding(String name, String extension) {}

    /**
     * Reads them.
     *
     * @param listByDefault whether directories are listed where no parameter says otherwise
     * @throws IllegalArgumentException when one of them cannot be understood
     */
    static StaticsSettings of(ServletConfig config, boolean listByDefault) {
        String listings = config.getInitParameter("listings");
        String ranges = config.getInitParameter("useAcceptRanges");
        return new StaticsSettings(
                listings == null ? listByDefault : Boolean.parseBoolean(listings.strip()),
                charset(config.getInitParameter("fileEncoding")),
                codings(config.getInitParameter("precompressed")),
                sendfile(config.getInitParameter("sendfileSize")),
                ranges == null || Boolean.parseBoolean(ranges.strip()),
                config.getInitParameter("cacheControl"));
    }

    private static @Nullable Charset charset(@Nullable String name) {
        try {
            return name == null ? null : Charset.forName(name.strip());
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw new IllegalArgumentException("fileEncoding: there is no charset '" + name + "'", e);
        }
    }

    private static List<Coding> codings(@Nullable String text) {
        if (text == null || text.strip().equalsIgnoreCase("true")) {
            return USUAL;
        }
        if (text.strip().equalsIgnoreCase("false")) {
            return List.of();
        }
        List<Coding> codings = new ArrayList<>();
        for (String part : text.split(",")) {
            String[] sides = part.strip().split("=", -1);
            if (sides.length != 2 || sides[0].isEmpty() || !sides[1].startsWith(".")) {
                throw new IllegalArgumentException(
                        "precompressed: expected true, false or a list as br=.br,gzip=.gz, found '" + text + "'");
            }
            codings.add(new Coding(sides[0], sides[1]));
        }
        return List.copyOf(codings);
    }

    private static long sendfile(@Nullable String kib) {
        if (kib == null) {
            return 0;
        }
        try {
            long size = Long.parseLong(kib.strip());
            return size < 0 ? Long.MAX_VALUE : Math.multiplyExact(size, 1024);
        } catch (NumberFormatException | ArithmeticException e) {
            throw new IllegalArgumentException("sendfileSize: expected a number of KiB, found '" + kib + "'", e);
        }
    }
}
