package io.keelson.servlet.statics;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Media types by extension: the application's {@code mime-mapping}s over the usual ones. Immutable.
 *
 * <p>Specification: RFC 9110, 8.3 Content-Type; Servlet 6.1, 14.1 Deployment Descriptor Elements.
 */
public final class MimeTypes {
    private static final Map<String, String> USUAL = usual("""
            application/epub+zip epub
            application/gzip gz tgz
            application/java-archive jar war ear
            application/json json map
            application/ld+json jsonld
            application/manifest+json webmanifest
            application/msword doc dot
            application/octet-stream bin class dll exe so dmg iso img
            application/ogg ogx
            application/pdf pdf
            application/pgp-signature sig asc
            application/postscript ps eps ai
            application/rtf rtf
            application/sql sql
            application/vnd.ms-excel xls
            application/vnd.ms-fontobject eot
            application/vnd.ms-powerpoint ppt
            application/vnd.oasis.opendocument.presentation odp
            application/vnd.oasis.opendocument.spreadsheet ods
            application/vnd.oasis.opendocument.text odt
            application/vnd.openxmlformats-officedocument.presentationml.presentation pptx
            application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx
            application/vnd.openxmlformats-officedocument.wordprocessingml.document docx
            application/wasm wasm
            application/x-7z-compressed 7z
            application/x-bzip2 bz2
            application/x-java-jnlp-file jnlp
            application/x-sh sh
            application/x-tar tar
            application/x-xz xz
            application/xhtml+xml xhtml
            application/xml xml xsl xsd
            application/xml-dtd dtd
            application/xslt+xml xslt
            application/yaml yaml yml
            application/zip zip
            application/zstd zst
            audio/aac aac
            audio/flac flac
            audio/midi mid midi
            audio/mp4 m4a
            audio/mpeg mp3
            audio/ogg oga ogg opus
            audio/wav wav
            font/otf otf
            font/ttf ttf
            font/woff woff
            font/woff2 woff2
            image/apng apng
            image/avif avif
            image/bmp bmp
            image/gif gif
            image/jpeg jpg jpeg jpe
            image/jxl jxl
            image/png png
            image/svg+xml svg svgz
            image/tiff tif tiff
            image/webp webp
            image/x-icon ico
            text/calendar ics
            text/css css
            text/csv csv
            text/html html htm
            text/javascript js mjs
            text/markdown md
            text/plain txt text log conf properties ini java
            text/vcard vcf
            text/vtt vtt
            video/mp4 mp4 m4v
            video/mpeg mpeg mpg
            video/ogg ogv
            video/quicktime mov qt
            video/webm webm
            video/x-matroska mkv
            video/x-msvideo avi
            """);

    private final Map<String, String> own;

    /**
     * With an application's mappings.
     *
     * @param own extension without a dot, in lower case, to media type
     */
    public MimeTypes(Map<String, String> own) {
        this.own = Map.copyOf(own);
    }

    /** The type of a file of that name or path; null where the extension is not known. */
    public @Nullable String of(String file) {
        int dot = file.lastIndexOf('.');
        if (dot < 0 || dot < file.lastIndexOf('/')) {
            return null;
        }
        String extension = file.substring(dot + 1).toLowerCase(Locale.ROOT);
        String declared = own.get(extension);
        return declared != null ? declared : USUAL.get(extension);
    }

    private static Map<String, String> usual(String table) {
        Map<String, String> types = new HashMap<>();
        for (String line : table.split("\n")) {
            String[] words = line.strip().split(" ");
            for (int i = 1; i < words.length; i++) {
                types.put(words[i], words[0]);
            }
        }
        return Map.copyOf(types);
    }
}
