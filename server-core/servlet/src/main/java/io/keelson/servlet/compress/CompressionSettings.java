package io.keelson.servlet.compress;

import io.keelson.base.config.DataSize;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import java.util.List;

/** Default of the domain for compressed responses, for all applications that say nothing themselves. */
@Section(value = "servlet", help = "The servlet container: defaults and limits for all web applications.")
public record CompressionSettings(
        @Setting(help = "Compression of responses for clients that accept gzip or deflate.")
        Rules compression) {
    /** Off. */
    public static final CompressionSettings OFF =
            new CompressionSettings(new Rules(false, DataSize.parse("2KiB"), List.of(), 6, List.of()));

    /** Rules by which responses are compressed. */
    public record Rules(
            @Setting(
                    help = "Whether responses are compressed, where neither applications.NAME.compression nor"
                            + " weblogic.xml says otherwise.",
                    defaultValue = "false")
            boolean enabled,

            @Setting(
                    help = "Smaller responses are sent as they are, where their size is known before they are sent.",
                    defaultValue = "2KiB",
                    max = "1GiB")
            DataSize minimumSize,

            @Setting(
                    help = "Media types that are compressed, as text/html or text/*; without it HTML, CSS, JavaScript,"
                            + " JSON, XML, SVG, plain text and other types of text, but no event streams.")
            List<String> types,

            @Setting(help = "From 1, the fastest, to 9, the smallest.", defaultValue = "6", min = "1", max = "9")
            int level,

            @Setting(help = "Names of the channels whose responses are compressed; without it all.")
            List<String> channels) {
        private static final List<String> TEXT = List.of(
                "text/html",
                "text/plain",
                "text/css",
                "text/javascript",
                "text/xml",
                "text/csv",
                "text/markdown",
                "text/calendar",
                "text/vcard",
                "text/vtt",
                "application/javascript",
                "application/json",
                "application/ld+json",
                "application/manifest+json",
                "application/problem+json",
                "application/xml",
                "application/xhtml+xml",
                "application/atom+xml",
                "application/rss+xml",
                "application/xslt+xml",
                "application/wasm",
                "application/vnd.ms-fontobject",
                "font/otf",
                "font/ttf",
                "image/svg+xml");

        public Rules {
            types = types.isEmpty() ? TEXT : List.copyOf(types);
            channels = List.copyOf(channels);
            for (String type : types) {
                if (!type.matches("[\\w.+-]+/(\\*|[\\w.+-]+)")) {
                    throw new IllegalArgumentException("'" + type + "' is no media type; write text/html or text/*");
                }
            }
        }
    }
}
