package io.keelson.ejb.timer;

import io.keelson.ejb.log.EjbLog;
import io.keelson.ejb.schedule.ScheduleText;
import io.keelson.kernel.serial.ApplicationObjects;
import java.io.IOException;
import java.io.Serializable;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rows as files, one a timer, in a directory of the application. A file is written beside and moved into its place when it is on disk,
 * so that a crash leaves the
 * old row or the new one. Thread-safe, as each row has its own file and its owner writes one row at a time.
 */
public final class FileTimerStore implements TimerStore {
    private static final String ENDING = ".timer";

    private final Path directory;
    private final Function<String, ClassLoader> loaders;

    /**
     * Makes a store, without touching the disk.
     *
     * @param directory of the application; made with the first row
     * @param loaders the class loader of a bean by its id, for what it gives its timers as info
     */
    public FileTimerStore(Path directory, Function<String, ClassLoader> loaders) {
        this.directory = directory;
        this.loaders = loaders;
    }

    private ApplicationObjects objects(String bean) {
        return new ApplicationObjects(loaders.apply(bean));
    }

    @Override
    public List<TimerRow> load() throws IOException {
        List<TimerRow> rows = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + ENDING)) {
                for (Path file : files) {
                    try {
                        rows.add(read(Files.readString(file)));
                    } catch (IOException | ClassNotFoundException | RuntimeException e) {
                        EjbLog.LOG.timerUnreadable(file, e);
                    }
                }
            }
        }
        return rows;
    }

    private TimerRow read(String text) throws IOException, ClassNotFoundException {
        Properties row = new Properties();
        row.load(new StringReader(text));
        String info = row.getProperty("info");
        return new TimerRow(
                required(row, "id"),
                required(row, "bean"),
                row.getProperty("method"),
                row.containsKey("hour") ? schedule(row) : null,
                Long.parseLong(required(row, "interval")),
                info == null
                        ? null
                        : (Serializable) objects(required(row, "bean"))
                                .read(Base64.getDecoder().decode(info)),
                true,
                Long.parseLong(required(row, "due")));
    }

    private static ScheduleText schedule(Properties row) {
        return new ScheduleText(
                required(row, "second"),
                required(row, "minute"),
                required(row, "hour"),
                required(row, "day-of-month"),
                required(row, "month"),
                required(row, "day-of-week"),
                required(row, "year"),
                row.getProperty("zone"),
                instant(row.getProperty("start")),
                instant(row.getProperty("end")));
    }

    private static String required(Properties row, String key) {
        String value = row.getProperty(key);
        if (value == null) {
            throw new IllegalArgumentException("the row has no '" + key + "'");
        }
        return value;
    }

    private static @Nullable Instant instant(@Nullable String text) {
        return text == null ? null : Instant.parse(text);
    }

    @Override
    public void put(TimerRow row) throws IOException {
        Properties text = new Properties();
        text.setProperty("id", row.id());
        text.setProperty("bean", row.bean());
        text.setProperty("interval", String.valueOf(row.interval()));
        text.setProperty("due", String.valueOf(row.due()));
        set(text, "method", row.method());
        Serializable info = row.info();
        set(
                text,
                "info",
                info == null
                        ? null
                        : Base64.getEncoder().encodeToString(objects(row.bean()).write(info)));
        ScheduleText schedule = row.schedule();
        if (schedule != null) {
            text.setProperty("second", schedule.second());
            text.setProperty("minute", schedule.minute());
            text.setProperty("hour", schedule.hour());
            text.setProperty("day-of-month", schedule.dayOfMonth());
            text.setProperty("month", schedule.month());
            text.setProperty("day-of-week", schedule.dayOfWeek());
            text.setProperty("year", schedule.year());
            set(text, "zone", schedule.zone());
            set(text, "start", schedule.start());
            set(text, "end", schedule.end());
        }
        StringWriter out = new StringWriter();
        text.store(out, null);
        write(file(row.id()), out.toString());
    }

    private static void set(Properties text, String key, @Nullable Object value) {
        if (value != null) {
            text.setProperty(key, value.toString());
        }
    }

    private void write(Path file, String content) throws IOException {
        Files.createDirectories(directory);
        Path beside = directory.resolve(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        force();
    }

    @Override
    public void remove(String id) throws IOException {
        if (Files.deleteIfExists(file(id))) {
            force();
        }
    }

    /** The directory's entries are on disk, too, where the system can say so. */
    private void force() {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            EjbLog.LOG.debugf(e, "the directory %s cannot be forced to disk", directory);
        }
    }

    private Path file(String id) {
        return directory.resolve(id + ENDING);
    }
}
