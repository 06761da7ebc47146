package io.keelson.admin.machine;

import io.keelson.admin.client.HttpConversation;
import io.keelson.admin.client.JsonBody;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.Endpoint;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.DomainKey;
import io.keelson.kernel.machine.MachineFiles;
import io.keelson.net.tls.CertificateRequest;
import io.keelson.net.tls.CertificateWriter;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLException;

/**
 * Makes this machine one of a domain, with a token: {@code keelson machine enroll}. The key is made here and stays here. Nothing is sent
 * before the admin server has shown a certificate of the authority that the token names, and what was made is removed when it does not
 * end well. Confined to one thread.
 */
public final class Enrolling {
    private static final int MILLIS = 30_000;
    private static final Duration SKEW = Duration.ofMinutes(2);

    private final EnrolmentToken token;
    private final DomainDirectory domain;
    private final Ticker ticker;
    private final Deque<Path> made = new ArrayDeque<>();

    private Enrolling(EnrolmentToken token, DomainDirectory domain, Ticker ticker) {
        this.token = token;
        this.domain = domain;
        this.ticker = ticker;
    }

    /**
     * Result of the enrolment.
     *
     * @param machine this machine
     * @param skew by how much this machine's clock is behind that of the admin server; negative: before it
     */
    public record Done(ThisMachine machine, Duration skew) {
        /** Returns whether the clocks differ by more than a certificate or a lease should have to bear. */
        public boolean skewed() {
            return skew.abs().compareTo(SKEW) > 0;
        }
    }

    /**
     * Enrols this machine.
     *
     * @param into a directory that is missing or empty; on failure it is as it was
     * @throws DomainException when the directory is taken, or the admin server refuses; says what to do
     * @throws IOException when the admin server cannot be reached, is not who the token says, or the disk does not take it
     */
    public static Done enroll(EnrolmentToken token, Path into, Ticker ticker) throws DomainException, IOException {
        Enrolling enrolling = new Enrolling(token, DomainDirectory.at(into), ticker);
        boolean whole = false;
        try {
            Done done = enrolling.run();
            whole = true;
            return done;
        } finally {
            if (!whole) {
                enrolling.remove();
            }
        }
    }

    private Done run() throws DomainException, IOException {
        checkEmpty();
        directory(domain.path()); // it can be written
        KeyPair key;
        JsonObject answer;
        try {
            key = CertificateWriter.newKey();
            answer = ask(CertificateRequest.write(Names.SUBJECT + token.machine(), key));
        } catch (GeneralSecurityException e) {
            throw new IOException("this JDK cannot make a key: " + e.getMessage(), e);
        }
        try {
            return take(key, answer);
        } catch (JsonException | NullPointerException | ClassCastException | ArithmeticException e) {
            throw new IOException("the admin server's answer cannot be understood; is it of another version?", e);
        }
    }

    private void checkEmpty() throws DomainException, IOException {
        if (!Names.name(token.machine())) {
            throw new DomainException("the token names no machine; ask for another one");
        }
        Path path = domain.path();
        if (domain.exists()) {
            throw new DomainException(path + " is a domain already");
        }
        if (!Files.exists(path)) {
            return;
        }
        if (!Files.isDirectory(path)) {
            throw new DomainException(path + " is a file; choose another directory");
        }
        try (DirectoryStream<Path> content = Files.newDirectoryStream(path)) {
            if (content.iterator().hasNext()) {
                throw new DomainException(
                        path + " is not empty and is no domain; choose another directory or empty it");
            }
        }
    }

    private JsonObject ask(String request) throws IOException, DomainException {
        JsonObject body = Json.createObjectBuilder()
                .add("secret", token.secret())
                .add("request", request)
                .build();
        HttpConversation.Response response;
        try (HttpConversation conversation = new HttpConversation(
                Endpoint.inTheClear(token.address()),
                AuthorityTrust.sockets(token.authority(), Names.SUBJECT + token.adminMachine()))) {
            response = conversation.ask(
                    "POST",
                    "/management/v1/machines/" + token.machine() + "/enrolment",
                    "",
                    new JsonBody(body),
                    MILLIS);
        } catch (SSLException e) {
            throw new IOException(
                    "the server at " + token.address()
                            + " is not the admin server that the token is of, so nothing was sent to it: " + reason(e),
                    e);
        } catch (IOException e) {
            throw new IOException(
                    "the admin server at " + token.address() + " cannot be reached: " + e.getMessage(), e);
        }
        JsonObject json;
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(response.body()))) {
            json = reader.readObject();
        } catch (JsonException e) {
            throw new IOException("the admin server answered with status " + response.status(), e);
        }
        if (response.status() != 200) {
            throw new DomainException(
                    json.getString("detail", "the admin server answered with status " + response.status()));
        }
        return json;
    }

    private static String reason(Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null && deepest.getCause() != deepest) {
            deepest = deepest.getCause();
        }
        return deepest instanceof CertificateNotYetValidException
                ? "its certificate does not hold yet, by the clock of this machine; set the clock"
                : String.valueOf(deepest.getMessage());
    }

    private Done take(KeyPair key, JsonObject answer) throws IOException, DomainException {
        Instant here = Instant.ofEpochMilli(ticker.currentTimeMillis());
        Duration skew = Duration.between(
                here, Instant.ofEpochMilli(answer.getJsonNumber("time").longValueExact()));
        String chain = answer.getString("certificate");
        X509Certificate issued = Pairs.first(chain);
        if (!issued.getPublicKey().equals(key.getPublic())) {
            throw new IOException("the admin server answered with a certificate for another key");
        }
        if (here.isBefore(issued.getNotBefore().toInstant())
                || here.isAfter(issued.getNotAfter().toInstant())) {
            throw new DomainException(
                    "this machine's clock differs by " + skew.abs().toMinutes()
                            + " minutes from that of the admin server, so its certificate would not hold; set the clock and ask for"
                            + " another token");
        }
        for (String name : List.of("security", "servers", "lib", "autodeploy", "node")) {
            directory(domain.path().resolve(name));
        }
        MachineFiles files = new MachineFiles(domain.path());
        secret(DomainKey.file(domain.path()), answer.getString("domain-key") + "\n");
        secret(domain.tokenFile(), answer.getString("management-token") + "\n");
        made.push(files.authority());
        Files.writeString(files.authority(), answer.getString("authority"), StandardCharsets.US_ASCII);
        made.push(files.key());
        made.push(files.certificate());
        files.write(CertificateWriter.pem(key.getPrivate()), chain);
        made.push(files.revoked());
        files.revoke(answer.getJsonArray("revoked").getValuesAs(JsonString.class).stream()
                .map(JsonString::getString)
                .toList());
        ThisMachine machine = new ThisMachine(
                token.machine(),
                token.adminMachine(),
                answer.getJsonArray("addresses").getValuesAs(JsonString.class).stream()
                        .map(JsonString::getString)
                        .toList(),
                answer.getInt("node-port"));
        made.push(ThisMachine.file(domain));
        machine.write(domain);
        Map<String, String> texts = new LinkedHashMap<>();
        answer.getJsonObject("files").forEach((name, text) -> texts.put(name, ((JsonString) text).getString()));
        SharedFiles shared = new SharedFiles(texts);
        texts.keySet().forEach(name -> made.push(domain.path().resolve(name)));
        shared.write(domain);
        return new Done(machine, skew);
    }

    private void directory(Path path) throws IOException {
        List<Path> missing = new ArrayList<>();
        for (Path at = path; at != null && !Files.exists(at); at = at.getParent()) {
            missing.add(0, at);
        }
        for (Path one : missing) {
            Files.createDirectory(one);
            made.push(one);
        }
    }

    private void secret(Path file, String text) throws IOException {
        made.push(file);
        MachineFiles.secret(file, text);
    }

    private void remove() throws IOException {
        while (!made.isEmpty()) {
            Files.deleteIfExists(made.pop());
        }
    }
}
