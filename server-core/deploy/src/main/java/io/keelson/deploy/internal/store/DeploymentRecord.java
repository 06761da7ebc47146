package io.keelson.deploy.internal.store;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Record on disk of a deployed application.
 *
 * @param name its name, {@code name@version} where it has a version
 * @param source where it came from: a file, or a directory used in place
 * @param content the directory with its files
 * @param contextRoot what the operator asked for; null when the archive decides
 * @param deployed when
 * @param order its place among the applications at the server's start
 * @param origin who deploys it: {@code operator}, {@code autodeploy} or {@code domain}
 * @param version what the domain calls this version of it; null for what is not the domain's
 * @param plan the text of its deployment plan; empty for none
 * @param othersUntil when other versions that retire have to end; null: when nobody uses them
 */
public record DeploymentRecord(
        String name,
        Path source,
        Path content,
        @Nullable String contextRoot,
        Instant deployed,
        long order,
        Origin origin,
        @Nullable String version,
        String plan,
        @Nullable Instant othersUntil) {
    private static final String FORMAT = "1";

    /** Origin of a deployment. */
    public enum Origin {
        OPERATOR,
        AUTODEPLOY,
        /** The domain, on all servers that its configuration names. */
        DOMAIN
    }

    /** The same as the newest of its versions. */
    public DeploymentRecord turned(long newOrder, @Nullable Instant until) {
        return new DeploymentRecord(
                name, source, content, contextRoot, deployed, newOrder, origin, version, plan, until);
    }

    /** Returns whether the application's files lie where its owner has them, not in the store. */
    public boolean inPlace() {
        return source.equals(content);
    }

    /** The written form; a content below {@code store} is written relative to it, so that a domain can be moved. */
    String written(Path store) {
        Properties p = new Properties();
        p.setProperty("format", FORMAT);
        p.setProperty("name", name);
        p.setProperty("source", source.toString());
        p.setProperty("content", (content.startsWith(store) ? store.relativize(content) : content).toString());
        if (contextRoot != null) {
            p.setProperty("context-root", contextRoot);
        }
        p.setProperty("deployed", deployed.toString());
        p.setProperty("order", Long.toString(order));
        p.setProperty("origin", origin.name());
        if (version != null) {
            p.setProperty("version", version);
        }
        if (!plan.isEmpty()) {
            p.setProperty("plan", plan);
        }
        if (othersUntil != null) {
            p.setProperty("others-until", othersUntil.toString());
        }
        StringWriter out = new StringWriter();
        try {
            p.store(out, "Written by the server. To remove the application, undeploy it.");
        } catch (IOException e) {
            throw new UncheckedIOException("a string cannot be written to", e);
        }
        return out.toString();
    }

    static DeploymentRecord read(Reader in, Path store) throws IOException {
        Properties p = new Properties();
        try {
            p.load(in);
        } catch (IllegalArgumentException e) {
            throw new IOException("it is damaged: " + e.getMessage(), e);
        }
        if (!FORMAT.equals(p.getProperty("format"))) {
            throw new IOException("its format is '" + p.getProperty("format") + "', this version reads " + FORMAT);
        }
        String until = p.getProperty("others-until");
        try {
            return new DeploymentRecord(
                    required(p, "name"),
                    Path.of(required(p, "source")),
                    store.resolve(required(p, "content")).normalize(),
                    p.getProperty("context-root"),
                    Instant.parse(required(p, "deployed")),
                    Long.parseLong(required(p, "order")),
                    Origin.valueOf(required(p, "origin")),
                    p.getProperty("version"),
                    p.getProperty("plan", ""),
                    until == null ? null : Instant.parse(until));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IOException("it is damaged: " + e.getMessage(), e);
        }
    }

    private static String required(Properties p, String key) throws IOException {
        String value = p.getProperty(key);
        if (value == null) {
            throw new IOException("it has no '" + key + "'");
        }
        return value;
    }
}
