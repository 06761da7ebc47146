package io.keelson.admin.change;

import io.keelson.admin.domain.DamagedJson;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.kernel.config.AtomicFile;
import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.DomainFile;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The revisions of a domain on the admin server's disk: {@code config/revisions/NNNNNN.json}, a file each, and
 * {@code config/installed}, the number of the one whose text was written to {@code domain.yaml} last. That a revision's file is
 * durable is what decides an activation. Used by one thread at a time.
 *
 * <p>A crash between the two leaves {@code domain.yaml} behind the newest revision; {@link #complete} makes up for it.
 */
public final class Revisions {
    private static final Pattern FILE = Pattern.compile("(\\d{6,9})\\.json");

    private final DomainDirectory domain;
    private final Path directory;

    /** A revision could not be made durable, and may be there at the next start all the same. */
    static final class UnsureException extends IOException {
        private static final long serialVersionUID = 1L;

        UnsureException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }

    /** The revisions of a domain. */
    public Revisions(DomainDirectory domain) {
        this.domain = domain;
        this.directory = domain.path().resolve("config").resolve("revisions");
    }

    private Path file(int number) {
        return directory.resolve(String.format(Locale.ROOT, "%06d.json", number));
    }

    private Path installedFile() {
        return domain.path().resolve("config").resolve("installed");
    }

    /** The numbers that there are, ascending. */
    TreeSet<Integer> numbers() throws IOException {
        TreeSet<Integer> numbers = new TreeSet<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    Matcher name = FILE.matcher(String.valueOf(file.getFileName()));
                    if (name.matches()) {
                        numbers.add(Integer.valueOf(name.group(1)));
                    }
                }
            }
        }
        return numbers;
    }

    /**
     * The newest revision; empty in a domain that has none yet.
     *
     * @throws IOException when it cannot be read: what is decided is then not known, and nothing may be decided
     */
    Optional<Revision> newest() throws IOException {
        TreeSet<Integer> numbers = numbers();
        return numbers.isEmpty() ? Optional.empty() : Optional.of(read(numbers.last()));
    }

    /**
     * A revision.
     *
     * @throws NoSuchFileException when there is none of that number
     * @throws IOException when it cannot be read
     */
    Revision read(int number) throws IOException {
        Path file = file(number);
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(Files.readAllBytes(file)))) {
            JsonObject json = reader.readObject();
            return new Revision(
                    number,
                    DamagedJson.text(json, "id"),
                    DamagedJson.text(json, "author"),
                    Instant.parse(DamagedJson.text(json, "when")),
                    DamagedJson.text(json, "comment"),
                    DamagedJson.text(json, "text"));
        } catch (JsonException | NullPointerException | ClassCastException | DateTimeException e) {
            throw new IOException(
                    file + " is damaged: " + DamagedJson.reason(e)
                            + "; put it back from a copy of the domain's directory",
                    e);
        }
    }

    /** The text of a revision, read as {@code domain.yaml}; any thread may call it. */
    DomainFile parsed(String text) throws IOException {
        try {
            return DomainFile.parse(domain.configuration(), text);
        } catch (ConfigurationException e) {
            throw new IOException("a revision is not YAML: " + e.getMessage(), e);
        }
    }

    /**
     * Makes a revision durable.
     *
     * @throws UnsureException when that failed and it may be found at the next start all the same
     * @throws IOException when that failed and nothing of it is left
     */
    void store(Revision revision) throws IOException {
        Path file = file(revision.number());
        try {
            Files.createDirectories(directory);
            AtomicFile.write(file, bytes(revision));
        } catch (IOException e) {
            if (Files.exists(file)) {
                throw new UnsureException(e);
            }
            throw e;
        }
    }

    private static byte[] bytes(Revision revision) {
        return Json.createObjectBuilder()
                .add("revision", revision.number())
                .add("id", revision.id())
                .add("author", revision.author())
                .add("when", revision.when().toString())
                .add("comment", revision.comment())
                .add("text", revision.text())
                .build()
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Writes the text of a revision to {@code domain.yaml}, where it differs. */
    void install(int number, String text) throws IOException {
        if (!Files.exists(domain.configuration()) || !text.equals(Files.readString(domain.configuration()))) {
            AtomicFile.write(domain.configuration(), text.getBytes(StandardCharsets.UTF_8));
        }
        if (installed() != number) {
            AtomicFile.write(installedFile(), String.valueOf(number).getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The number of the revision whose text was written to {@code domain.yaml} last; 0 for none. */
    int installed() throws IOException {
        try {
            return Integer.parseInt(Files.readString(installedFile()).strip());
        } catch (NoSuchFileException e) {
            return 0;
        } catch (NumberFormatException e) {
            throw new IOException(
                    installedFile() + " holds no number; write there that of the revision in domain.yaml", e);
        }
    }

    /**
     * Ends what a crash has left between the decision and {@code domain.yaml}. For the admin server, before it reads its
     * configuration. An edit by hand since then stays; it becomes a revision of its own.
     *
     * @return the number of the revision that was written to {@code domain.yaml}; empty where that was not needed
     */
    public Optional<Integer> complete() throws IOException {
        Optional<Revision> newest = newest();
        int installed = installed();
        if (newest.isEmpty() || installed == newest.get().number()) {
            return Optional.empty();
        }
        Revision revision = newest.get();
        String text = Files.readString(domain.configuration());
        boolean untouched = installed > 0 && text.equals(read(installed).text());
        if (!untouched && !text.equals(revision.text())) {
            return Optional.empty();
        }
        install(revision.number(), revision.text());
        return untouched ? Optional.of(revision.number()) : Optional.empty();
    }
}
