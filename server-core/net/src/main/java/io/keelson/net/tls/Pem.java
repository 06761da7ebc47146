package io.keelson.net.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Files of PEM blocks (RFC 7468). What stands between the blocks is skipped. */
final class Pem {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,60})-----\\s*?\\n(.*?)-----END \\1-----", Pattern.DOTALL);
    private static final long LARGEST = 1 << 20;

    private Pem() {}

    /**
     * A block.
     *
     * @param label what it is: {@code CERTIFICATE}
     * @param encrypted whether it is encrypted in the old way of OpenSSL, and the bytes are none of DER
     */
    record Block(String label, boolean encrypted, byte[] bytes) {}

    /** The blocks of a file. */
    static List<Block> read(Path file) throws IOException {
        try {
            if (Files.size(file) > LARGEST) {
                throw new KeyMaterialException(file + " is larger than a file of certificates and keys can be");
            }
            return parse(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException e) {
            throw new KeyMaterialException(file + " is damaged: a block of it is no proper base64", e);
        } catch (KeyMaterialException e) {
            throw e;
        } catch (IOException e) {
            throw new KeyMaterialException(Unreadable.text(file, e), e);
        }
    }

    /** @throws IllegalArgumentException where a block is no base64 */
    static List<Block> parse(String text) {
        List<Block> blocks = new ArrayList<>();
        Matcher found = BLOCK.matcher(text);
        while (found.find()) {
            String body = found.group(2);
            // Fields of a message may come before the first empty line (RFC 1421); only old encrypted keys have any.
            boolean fields = body.contains(":");
            boolean encrypted = body.contains("ENCRYPTED");
            byte[] bytes = fields ? new byte[0] : Base64.getDecoder().decode(body.replaceAll("\\s", ""));
            blocks.add(new Block(found.group(1), fields && encrypted, bytes));
        }
        return blocks;
    }

    /** A block as text. */
    static String block(String label, byte[] bytes) {
        String body = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(bytes);
        return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
    }
}
