package io.keelson.base.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jboss.jandex.AnnotationInstance;
import org.jboss.jandex.AnnotationTarget;
import org.jboss.jandex.AnnotationValue;
import org.jboss.jandex.DotName;
import org.jboss.jandex.Index;
import org.jboss.jandex.Indexer;
import org.jboss.jandex.MethodInfo;
import org.jspecify.annotations.Nullable;

/**
 * The messages that the server can log, read from its classes: the annotations of JBoss Logging are not there at run time,
 * so class files are looked at instead of classes. Whoever uses this brings Jandex. Immutable.
 */
public final class MessageCatalogue {
    private static final String PROJECT = "KLS-";
    private static final DotName LOGGER = DotName.createSimple("org.jboss.logging.annotations.MessageLogger");
    private static final DotName MESSAGE = DotName.createSimple("org.jboss.logging.annotations.Message");
    private static final DotName LOG_MESSAGE = DotName.createSimple("org.jboss.logging.annotations.LogMessage");
    private static final DotName EXPLAINED = DotName.createSimple(Explained.class.getName());

    /** Ranges of ids by room; the longest package that fits counts. */
    private static final List<Range> RANGES = List.of(
            new Range("io.keelson.base", 100, 199),
            new Range("io.keelson.boot", 200, 299),
            new Range("io.keelson.kernel", 300, 399),
            new Range("io.keelson.kernel.naming", 1200, 1249),
            new Range("io.keelson.resource", 1100, 1199),
            new Range("io.keelson.muxer", 400, 499),
            new Range("io.keelson.net", 2600, 2799),
            new Range("io.keelson.http", 2600, 2799),
            new Range("io.keelson.balancer", 2800, 2849),
            new Range("io.keelson.remoting", 200_000, 200_199),
            new Range("io.keelson.jms", 40_000, 40_199),
            new Range("io.keelson.security", 90_000, 90_099),
            new Range("io.keelson.component", 101_000, 101_199),
            new Range("io.keelson.servlet", 101_000, 101_199),
            new Range("io.keelson.pages", 101_000, 101_199),
            new Range("io.keelson.session", 101_060, 101_079),
            new Range("io.keelson.session.link", 101_200, 101_219),
            new Range("io.keelson.session.infinispan", 101_220, 101_229),
            new Range("io.keelson.cache.infinispan", 101_230, 101_239),
            new Range("io.keelson.cache", 101_240, 101_249),
            new Range("io.keelson.websocket", 101_180, 101_199),
            new Range("io.keelson.tx", 110_400, 110_499),
            new Range("io.keelson.ee.jpa", 210_000, 210_019),
            new Range("io.keelson.ee.cdi", 220_000, 220_019),
            new Range("io.keelson.ee.validation", 230_000, 230_019),
            new Range("io.keelson.ee.soap", 240_000, 240_019),
            new Range("io.keelson.ee.iiop", 240_100, 240_119),
            new Range("io.keelson.ee.concurrency", 250_000, 250_019),
            new Range("io.keelson.ee.faces", 250_020, 250_039),
            new Range("io.keelson.ee.mail", 250_040, 250_059),
            new Range("io.keelson.ee.batch", 250_060, 250_079),
            new Range("io.keelson.ee.jcache", 250_080, 250_089),
            new Range("io.keelson.ee.security", 250_090, 250_099),
            new Range("io.keelson.ee.microprofile", 250_100, 250_119),
            new Range("io.keelson.ee.opentelemetry", 250_120, 250_129),
            new Range("io.keelson.ee.connectors", 260_000, 260_039),
            new Range("io.keelson.admin", 141_000, 141_099),
            new Range("io.keelson.admin.telemetry", 141_620, 141_629),
            new Range("io.keelson.admin.agent", 141_630, 141_639),
            new Range("io.keelson.admin.jmx.remote", 141_640, 141_649),
            new Range("io.keelson.deploy", 149_000, 149_199),
            new Range("io.keelson.ejb", 150_000, 150_099),
            new Range("io.keelson.cluster", 300_000, 300_399));

    private record Range(String room, int first, int last) {}

    /**
     * One message.
     *
     * @param id its number
     * @param severity its severity; empty for the text of an exception
     * @param text its text with the placeholders of its values
     * @param cause why an operator sees it; empty where nobody has written it
     * @param action what to do; empty where nobody has written it
     * @param declaredBy the interface that declares it
     */
    public record Entry(int id, String severity, String text, String cause, String action, String declaredBy) {
        /** The id as it is logged. */
        public String code() {
            return String.format(Locale.ROOT, "%s%06d", PROJECT, id);
        }
    }

    private final List<Entry> entries;

    private MessageCatalogue(List<Entry> entries) {
        this.entries = entries.stream()
                .sorted(Comparator.comparingInt(Entry::id).thenComparing(Entry::declaredBy))
                .toList();
    }

    /**
     * Reads the messages of the server's classes in these directories and jars.
     *
     * @throws IOException when one cannot be read
     */
    public static MessageCatalogue read(Collection<Path> roots) throws IOException {
        Indexer indexer = new Indexer();
        for (Path root : roots) {
            if (Files.isDirectory(root)) {
                index(indexer, root.resolve("io/keelson"));
            } else if (Files.isRegularFile(root)) {
                try (FileSystem jar = FileSystems.newFileSystem(root, (ClassLoader) null)) {
                    index(indexer, jar.getPath("io/keelson"));
                }
            }
        }
        return new MessageCatalogue(entries(indexer.complete()));
    }

    private static void index(Indexer indexer, Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) files.filter(f -> f.toString().endsWith("Log.class"))::iterator) {
                try (InputStream in = Files.newInputStream(file)) {
                    indexer.index(in);
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static List<Entry> entries(Index index) {
        List<Entry> entries = new ArrayList<>();
        for (AnnotationInstance message : index.getAnnotations(MESSAGE)) {
            AnnotationTarget target = message.target();
            if (target.kind() == AnnotationTarget.Kind.METHOD
                    && target.asMethod().declaringClass().hasDeclaredAnnotation(LOGGER)) {
                int id = Optional.ofNullable(message.value("id"))
                        .map(AnnotationValue::asInt)
                        .orElse(0);
                if (id > 0) {
                    entries.add(entry(id, message, target.asMethod()));
                }
            }
        }
        return entries;
    }

    private static Entry entry(int id, AnnotationInstance message, MethodInfo method) {
        AnnotationInstance logged = method.annotation(LOG_MESSAGE);
        AnnotationInstance explained = method.annotation(EXPLAINED);
        return new Entry(
                id,
                logged == null ? "" : text(logged.value("level"), "INFO"),
                text(message.value(), ""),
                explained == null ? "" : text(explained.value("cause"), ""),
                explained == null ? "" : text(explained.value("action"), ""),
                method.declaringClass().name().toString());
    }

    private static String text(@Nullable AnnotationValue value, String otherwise) {
        if (value == null) {
            return otherwise;
        }
        return value.kind() == AnnotationValue.Kind.ENUM ? value.asEnum() : value.asString();
    }

    /** The messages in the order of their ids. */
    public List<Entry> entries() {
        return entries;
    }

    /** Returns what is wrong with the catalogue, a sentence each: ids used twice or out of range, messages nobody explained. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        Map<Integer, Entry> byId = new TreeMap<>();
        for (Entry entry : entries) {
            Entry other = byId.putIfAbsent(entry.id(), entry);
            if (other != null) {
                problems.add(entry.code() + " is used twice: by " + other.declaredBy() + " and " + entry.declaredBy());
            }
            if (entry.cause().isBlank() || entry.action().isBlank()) {
                problems.add(entry.code() + " of " + entry.declaredBy() + " has no cause or no action");
            }
            Optional<Range> range = range(entry.declaredBy());
            if (range.isEmpty()) {
                problems.add(entry.declaredBy() + " has messages but its room has no range of ids");
            } else if (entry.id() < range.get().first()
                    || entry.id() > range.get().last()) {
                problems.add(entry.code() + " of " + entry.declaredBy() + " lies outside of "
                        + range.get().first() + " to " + range.get().last());
            }
        }
        return problems;
    }

    private static Optional<Range> range(String type) {
        return RANGES.stream()
                .filter(r -> type.startsWith(r.room() + "."))
                .max(Comparator.comparingInt(r -> r.room().length()));
    }

    /** The page of the reference. */
    public String markdown() {
        StringBuilder page = new StringBuilder("""
                # Log messages

                Generated from the server's classes; do not edit. A word in angle brackets stands for a value.

                """);
        for (Entry entry : entries) {
            page.append("## ").append(entry.code()).append("\n\n");
            page.append(entry.severity().isEmpty() ? "Text" : entry.severity())
                    .append(": ")
                    .append(escaped(readable(entry.text())))
                    .append("\n\n");
            page.append("- Cause: ").append(escaped(entry.cause())).append('\n');
            page.append("- Action: ").append(escaped(entry.action())).append("\n\n");
        }
        return page.toString();
    }

    /** The format of {@code printf} as a reader understands it. */
    private static String readable(String format) {
        return format.replaceAll("%(\\d+\\$)?s", "<text>")
                .replaceAll("%(\\d+\\$)?,?d", "<number>")
                .replaceAll("%(\\d+\\$)?\\.?\\d*f", "<number>")
                .replace("%n", " ")
                .replace("%%", "%");
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("<", "\\<")
                .replace("*", "\\*")
                .replace("_", "\\_");
    }

    /**
     * Writes the page.
     *
     * @param arguments the file to write, then directories and jars; without those the class path
     */
    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 0) {
            throw new IllegalArgumentException("usage: MessageCatalogue FILE [DIRECTORY-OR-JAR...]");
        }
        List<Path> roots = arguments.length > 1
                ? Stream.of(arguments).skip(1).map(Path::of).toList()
                : Stream.of(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                        .map(Path::of)
                        .toList();
        MessageCatalogue catalogue = read(roots);
        if (!catalogue.problems().isEmpty()) {
            throw new IllegalStateException(String.join("\n", catalogue.problems()));
        }
        Path file = Path.of(arguments[0]).toAbsolutePath();
        Path directory = file.getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        Files.writeString(file, catalogue.markdown(), StandardCharsets.UTF_8);
    }
}
