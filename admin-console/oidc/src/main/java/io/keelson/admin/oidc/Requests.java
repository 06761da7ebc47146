package io.keelson.admin.oidc;

import io.keelson.admin.access.IdentityException;
import io.keelson.admin.access.OidcSettings;
import io.keelson.admin.rest.Answer;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Map;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Asks the provider: over TLS or on loopback, without following redirections, with bounds on time and size. Holds nothing but what it
 * trusts, which is read anew until it can be read.
 */
final class Requests {
    private static final int MOST_BYTES = 1 << 20;

    private final OidcSettings settings;
    private final Path domain;
    private volatile @Nullable SSLSocketFactory trust;

    /**
     * Answer of the provider.
     *
     * @param status the status
     * @param json the body where it is a JSON object, else an empty one
     */
    record Reply(int status, JsonObject json) {}

    Requests(OidcSettings settings, Path domain) {
        this.settings = settings;
        this.domain = domain;
    }

    Reply get(String address) throws IdentityException {
        return send(address, Map.of(), null);
    }

    Reply post(String address, Map<String, String> fields, String form) throws IdentityException {
        return send(address, fields, form);
    }

    private Reply send(String address, Map<String, String> fields, @Nullable String form) throws IdentityException {
        try {
            HttpURLConnection connection = open(address);
            connection.setRequestProperty("Accept", "application/json");
            fields.forEach(connection::setRequestProperty);
            if (form != null) {
                byte[] body = form.getBytes(StandardCharsets.UTF_8);
                connection.setRequestMethod("POST");
                connection.setDoOutput(true);
                connection.setRequestProperty("Content-Type", "application/x-www-form-urlencoded");
                connection.setFixedLengthStreamingMode(body.length);
                try (OutputStream out = connection.getOutputStream()) {
                    out.write(body);
                }
            }
            int status = connection.getResponseCode();
            try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                return new Reply(status, json(in == null ? new byte[0] : in.readNBytes(MOST_BYTES)));
            }
        } catch (IOException e) {
            throw new IdentityException("the provider does not answer at " + address + ": " + e, true, e);
        } catch (GeneralSecurityException e) {
            throw new IdentityException("the trust-file of management.oidc cannot be used: " + e, true, e);
        }
    }

    private HttpURLConnection open(String address) throws IOException, GeneralSecurityException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(address).toURL().openConnection();
        if (connection instanceof HttpsURLConnection secure) {
            secure.setSSLSocketFactory(trust());
        }
        int millis = (int) settings.timeout().toMillis();
        connection.setConnectTimeout(millis);
        connection.setReadTimeout(millis);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        return connection;
    }

    private static JsonObject json(byte[] bytes) {
        try (JsonReader reader = Answer.JSON.createReader(new ByteArrayInputStream(bytes))) {
            return reader.readObject();
        } catch (JsonException | IllegalStateException notJson) {
            return JsonObject.EMPTY_JSON_OBJECT;
        }
    }

    private SSLSocketFactory trust() throws IOException, GeneralSecurityException {
        SSLSocketFactory known = trust;
        if (known != null) {
            return known;
        }
        SSLContext context = SSLContext.getInstance("TLS");
        Path file = settings.trustFile();
        if (file == null) {
            context.init(null, null, null);
        } else {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            try (InputStream in = Files.newInputStream(domain.resolve(file))) {
                int number = 0;
                for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                    store.setCertificateEntry("ca-" + number++, each);
                }
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
            managers.init(store);
            context.init(null, managers.getTrustManagers(), null);
        }
        trust = context.getSocketFactory();
        return context.getSocketFactory();
    }
}
