package io.keelson.admin;

import io.keelson.admin.change.PlainJson;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.SettingPath;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a server says of itself at one moment into a zip: for watches, when nobody is there to ask. It has what the management
 * interface shows, so it has no secrets. For the eyes of the server's user only. Thread-safe, but for two at a time of one watch.
 */
final class DiagnosticImage {
    /** So many of a watch are kept. */
    static final int KEPT = 5;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss-SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path directory;
    private final Supplier<JsonObject> state;
    private final RecentLog log;
    private final @Nullable Supplier<DomainConfiguration> configuration;
    private final Ticker ticker;

    /**
     * Images of a server.
     *
     * @param directory where they lie; made when the first is written
     * @param state what the server does now
     * @param configuration what is in force; null where that is not of a domain on disk
     */
    DiagnosticImage(
            Path directory,
            Supplier<JsonObject> state,
            RecentLog log,
            @Nullable Supplier<DomainConfiguration> configuration,
            Ticker ticker) {
        this.directory = directory;
        this.state = state;
        this.log = log;
        this.configuration = configuration;
        this.ticker = ticker;
    }

    /**
     * Writes one, and removes the oldest of that watch.
     *
     * @throws IOException when the disk does not take it; what was begun is removed
     */
    Path write(String watch, JsonObject alarm) throws IOException {
        Instant now = Instant.ofEpochMilli(ticker.currentTimeMillis());
        Files.createDirectories(directory);
        Path file = directory.resolve(watch + "-" + TIME.format(now) + ".zip");
        Files.newByteChannel(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owner())
                .close();
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            entry(zip, "alarm.json", alarm.toString());
            entry(zip, "threads.txt", ThreadDump.take(now).text());
            entry(zip, "state.json", state.get().toString());
            StringBuilder lines = new StringBuilder();
            log.after(0).forEach(one -> lines.append(one.json().get().strip()).append('\n'));
            entry(zip, "log.jsonl", lines.toString());
            if (configuration != null) {
                entry(
                        zip,
                        "configuration.json",
                        PlainJson.value(configuration.get().effective(SettingPath.ROOT))
                                .toString());
            }
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
        tidy(watch);
        return file;
    }

    private static FileAttribute<?>[] owner() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private static void entry(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    private void tidy(String watch) throws IOException {
        List<Path> images = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> String.valueOf(file.getFileName())
                            .matches(Pattern.quote(watch) + "-\\d{8}-\\d{6}-\\d{3}\\.zip"))
                    .forEach(images::add);
        }
        images.sort(Comparator.comparing(Path::toString).reversed());
        for (Path old : images.subList(Math.min(KEPT, images.size()), images.size())) {
            Files.deleteIfExists(old);
        }
    }
}
