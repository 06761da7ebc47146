package io.keelson.admin.watch;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;

/** Tells somebody over HTTP: a POST of one JSON object. Stateless; blocks for as long as the settings say. */
final class Webhook {
    /** More of an answer is not read; nobody looks at it. */
    private static final int MOST = 8 * 1024;

    private Webhook() {}

    /**
     * Tells.
     *
     * @throws IOException when nobody listens, it takes too long, or the answer is no success (a redirection is none)
     */
    static void post(WebhookSettings settings, JsonObject json) throws IOException {
        URLConnection opened = settings.address().toURL().openConnection();
        if (!(opened instanceof HttpURLConnection connection)) {
            throw new ProtocolException("this JVM has another handler for " + settings.url());
        }
        int millis = Math.toIntExact(settings.timeout().toMillis());
        connection.setInstanceFollowRedirects(false);
        connection.setConnectTimeout(millis);
        connection.setReadTimeout(millis);
        connection.setUseCaches(false);
        connection.setDoOutput(true);
        connection.setRequestMethod("POST");
        settings.headers().forEach(connection::setRequestProperty);
        connection.setRequestProperty("Content-Type", "application/json");
        if (settings.authorization() != null) {
            connection.setRequestProperty("Authorization", settings.authorization());
        }
        byte[] body = json.toString().getBytes(StandardCharsets.UTF_8);
        connection.setFixedLengthStreamingMode(body.length);
        try {
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
            int status = connection.getResponseCode();
            if (status < 200 || status > 299) {
                throw new IOException("the answer was " + status);
            }
            try (InputStream in = connection.getInputStream()) {
                byte[] read = in.readNBytes(MOST);
                WatchLog.LOG.debugf("%s answered %d with %d bytes", settings.url(), status, read.length);
            }
        } finally {
            connection.disconnect();
        }
    }
}
