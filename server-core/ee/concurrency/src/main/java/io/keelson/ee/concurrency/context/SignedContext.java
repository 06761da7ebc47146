package io.keelson.ee.concurrency.context;

import io.keelson.ee.concurrency.serial.SerializedProxy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A context as it is written into streams. Bytes are signed with a key of this JVM, and none are read without that signature: an
 * application may not choose the module whose context code gets. The caller is not written, as bytes outlive a login. Immutable.
 *
 * @param module the key of a module
 * @param properties execution properties
 * @param type the class of the proxy's instance
 */
record SignedContext(String module, ContextRules rules, Map<String, String> properties, String type) {
    private static final String ALGORITHM = "HmacSHA256";
    private static final SecretKeySpec KEY = new SecretKeySpec(random(), ALGORITHM);

    private static byte[] random() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** Returns the form of a proxy in a stream. */
    static SerializedProxy form(String module, ContextRules rules, Map<String, String> properties, Object instance) {
        byte[] bytes =
                new SignedContext(module, rules, properties, instance.getClass().getName()).bytes();
        return new SerializedProxy(bytes, signature(bytes), instance);
    }

    /**
     * Reads a context.
     *
     * @throws InvalidObjectException when this JVM has not written it for an instance of that class
     */
    static SignedContext read(byte[] bytes, byte[] signature, Object instance) throws InvalidObjectException {
        if (!MessageDigest.isEqual(signature(bytes), signature)) {
            throw new InvalidObjectException(
                    "a contextual proxy can be read in the server that has written it, until that ends, and nowhere else");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            String module = text(in);
            Map<String, Treatment> named = new HashMap<>();
            for (int i = in.readInt(); i > 0; i--) {
                named.put(text(in), Treatment.valueOf(text(in)));
            }
            Treatment remaining = Treatment.valueOf(text(in));
            Map<String, String> properties = new HashMap<>();
            for (int i = in.readInt(); i > 0; i--) {
                properties.put(text(in), text(in));
            }
            String type = text(in);
            if (!type.equals(instance.getClass().getName())) {
                throw new InvalidObjectException("a contextual proxy of " + type + " has an instance of "
                        + instance.getClass().getName());
            }
            return new SignedContext(module, new ContextRules(named, remaining), Map.copyOf(properties), type);
        } catch (InvalidObjectException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // bytes that were signed
        }
    }

    private byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            put(out, module);
            out.writeInt(rules.named().size());
            for (Map.Entry<String, Treatment> each : new TreeMap<>(rules.named()).entrySet()) {
                put(out, each.getKey());
                put(out, each.getValue().name());
            }
            put(out, rules.remaining().name());
            out.writeInt(properties.size());
            for (Map.Entry<String, String> each : new TreeMap<>(properties).entrySet()) {
                put(out, each.getKey());
                put(out, each.getValue());
            }
            put(out, type);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // to memory
        }
        return bytes.toByteArray();
    }

    private static void put(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    private static byte[] signature(byte[] bytes) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(KEY);
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
