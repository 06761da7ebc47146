package io.keelson.kernel.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@code domain.yaml}: the text as its author wrote it, and its nodes with their places. Immutable; an edit makes a new
 * one. UTF-8, at most {@value #MAX_BYTES} bytes, one document.
 */
public final class DomainFile {
    /** More than any domain needs; a bound on what is read into memory. */
    static final int MAX_BYTES = 4 * 1024 * 1024;

    private final Path path;
    private final String text;
    private final @Nullable YamlNode root;
    private final DynamicServers.Expanded expanded;

    private DomainFile(Path path, String text, @Nullable YamlNode root) {
        this.path = path;
        this.text = text;
        this.root = root;
        this.expanded = DynamicServers.of(name(path), root);
    }

    /**
     * Reads a file.
     *
     * @throws ConfigurationException when the file cannot be read, is not UTF-8 or is not YAML
     */
    public static DomainFile read(Path path) throws ConfigurationException {
        try {
            if (Files.size(path) > MAX_BYTES) {
                throw unreadable(path, "larger than " + MAX_BYTES + " bytes");
            }
            return parse(path, Files.readAllBytes(path));
        } catch (NoSuchFileException e) {
            throw unreadable(path, "there is no such file: " + path.toAbsolutePath());
        } catch (IOException e) {
            throw unreadable(path, "cannot be read: " + e);
        }
    }

    /**
     * Takes the content of a file.
     *
     * @param path where the file lies or will lie
     * @throws ConfigurationException when the content is not UTF-8 or is not YAML
     */
    public static DomainFile parse(Path path, byte[] content) throws ConfigurationException {
        return parse(path, decode(path, content));
    }

    /**
     * Takes the text of a file.
     *
     * @param path where the file lies or will lie
     * @throws ConfigurationException when the text is not YAML
     */
    public static DomainFile parse(Path path, String text) throws ConfigurationException {
        List<Problem> problems = new ArrayList<>();
        YamlNode root = YamlReader.read(name(path), text, problems);
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return new DomainFile(path, text, root);
    }

    private static String decode(Path path, byte[] content) throws ConfigurationException {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(content);
        CharBuffer out = CharBuffer.allocate(content.length);
        CoderResult result = decoder.decode(in, out, true);
        out.flip();
        if (result.isError()) {
            TextPlace place = TextPlace.of(out, out.length());
            String message = "not UTF-8: the byte " + in.position() + " of the file cannot be read";
            throw new ConfigurationException(
                    List.of(new Problem(name(path), place.line(), place.column(), "", message)));
        }
        return out.toString();
    }

    private static ConfigurationException unreadable(Path path, String message) {
        return new ConfigurationException(List.of(new Problem(name(path), 0, 0, "", message)));
    }

    private static String name(Path path) {
        Path name = path.getFileName();
        return name == null ? path.toString() : name.toString();
    }

    /** Returns where the file lies. */
    public Path path() {
        return path;
    }

    /** The file's name, as in messages. */
    public String name() {
        return name(path);
    }

    /** The directory of the domain, absolute. */
    public Path directory() {
        Path parent = path.toAbsolutePath().normalize().getParent();
        return parent == null ? path.toAbsolutePath().getRoot() : parent;
    }

    /** The text. */
    public String text() {
        return text;
    }

    /**
     * The name of the admin server as the file has it, before anything is checked; the default where it says nothing. It is
     * the server to start when none is named.
     */
    public String adminServer() {
        YamlNode.Entry entry = root instanceof YamlNode.Mapping mapping ? mapping.entry("admin-server") : null;
        return entry != null && entry.value() instanceof YamlNode.Scalar scalar && !scalar.empty()
                ? scalar.text()
                : "AdminServer";
    }

    /** The keys at a path as the file has them, before anything is checked, in its order; empty where it has none there. */
    public List<String> keys(SettingPath path) {
        YamlNode here = root;
        for (String key : path.keys()) {
            YamlNode.Entry entry = here instanceof YamlNode.Mapping mapping ? mapping.entry(key) : null;
            here = entry == null ? null : entry.value();
        }
        return here instanceof YamlNode.Mapping mapping
                ? mapping.entries().stream().map(entry -> entry.key().text()).toList()
                : List.of();
    }

    /**
     * The names of the servers before anything is checked: those that are written down, then those of dynamic clusters; the admin server
     * where there are none.
     */
    public List<String> servers() {
        List<String> names = new ArrayList<>(keys(SettingPath.of(Model.SERVERS)));
        names.addAll(expanded.clusters().keySet());
        return names.isEmpty() ? List.of(adminServer()) : List.copyOf(names);
    }

    /** The servers of a dynamic cluster, in the order of their numbers; empty where it has none. */
    public List<String> dynamicServers(String cluster) {
        return expanded.clusters().entrySet().stream()
                .filter(server -> server.getValue().equals(cluster))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The root, or null when the file says nothing. */
    @Nullable
    YamlNode root() {
        return root;
    }

    /** Returns what the file says with its dynamic servers written out. */
    DynamicServers.Expanded expanded() {
        return expanded;
    }

    /**
     * This file with another value at a path. Mappings on the way that are missing are made. Everything else keeps its
     * text: comments, order, line ends. A mapping that is there is changed key by key, a list item by item.
     *
     * @param value a boolean, a number, text, an enum, a duration, a size, a path, a list or a map of these by key
     * @throws EditException when the place cannot be changed so, or a key on the way is there twice; nothing is half changed
     */
    public DomainFile edit(SettingPath target, Object value) throws EditException {
        if (target.keys().isEmpty()) {
            throw new EditException("the domain itself cannot be replaced; edit its keys");
        }
        Object wanted = Plain.with(Plain.of(root), target.keys(), Plain.ofValue(value));
        DomainFile edited = set(target, value);
        return edited.mustSay(wanted, target);
    }

    private DomainFile set(SettingPath target, Object value) throws EditException {
        List<String> keys = target.keys();
        Splicer splicer = new Splicer(text, root);
        YamlNode here = root;
        YamlNode.Entry entry = null;
        boolean inFlow = false;
        for (int i = 0; i < keys.size(); i++) {
            if (here == null || here.empty()) {
                fill(splicer, entry, inFlow, keys.subList(i, keys.size()), value);
                return spliced(splicer, target);
            }
            if (!(here instanceof YamlNode.Mapping mapping)) {
                throw new EditException(new SettingPath(keys.subList(0, i)) + " is not a mapping; it has no keys");
            }
            inFlow = mapping.flow();
            entry = only(mapping, keys.get(i));
            if (entry == null) {
                splicer.add(mapping, keys.get(i), nest(keys.subList(i + 1, keys.size()), value));
                return spliced(splicer, target);
            }
            here = entry.value();
        }
        if (here instanceof YamlNode.Mapping mapping && value instanceof Map<?, ?> map && !map.isEmpty()) {
            return setEach(target, mapping, map);
        }
        if (entry != null) {
            splicer.replace(entry, inFlow, value);
        }
        return spliced(splicer, target);
    }

    /** The entry of that key; where there are two, an edit of one would not say which of them counts. */
    private YamlNode.@Nullable Entry only(YamlNode.Mapping mapping, String key) throws EditException {
        long count = mapping.entries().stream()
                .filter(each -> each.key().text().equals(key))
                .count();
        if (count > 1) {
            throw new EditException(name() + " has the key '" + key + "' " + count
                    + " times in one place; keep one of them, then edit");
        }
        return mapping.entry(key);
    }

    private static void fill(
            Splicer splicer, YamlNode.@Nullable Entry entry, boolean inFlow, List<String> keys, Object value)
            throws EditException {
        if (entry == null) {
            splicer.addToNothing(keys.get(0), nest(keys.subList(1, keys.size()), value));
        } else {
            splicer.replace(entry, inFlow, nest(keys, value));
        }
    }

    private static Object nest(List<String> keys, Object value) {
        return keys.isEmpty() ? value : Map.of(keys.get(0), nest(keys.subList(1, keys.size()), value));
    }

    private DomainFile setEach(SettingPath target, YamlNode.Mapping mapping, Map<?, ?> values) throws EditException {
        DomainFile edited = this;
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            String key = String.valueOf(entry.getKey());
            YamlNode.Entry old = mapping.entry(key);
            Object value = Objects.requireNonNull(entry.getValue(), key);
            if (old == null || !Objects.equals(Plain.of(old.value()), Plain.ofValue(value))) {
                edited = edited.set(target.child(key), value);
            }
        }
        for (YamlNode.Entry entry : mapping.entries()) {
            if (!values.containsKey(entry.key().text())) {
                edited = edited.remove(target.child(entry.key().text()));
            }
        }
        return edited;
    }

    /**
     * This file without a key and what is below it. Comments above it stay.
     *
     * @throws EditException when there is no such key, or when it cannot be removed
     */
    public DomainFile remove(SettingPath target) throws EditException {
        YamlNode here = root;
        YamlNode.Entry parent = null;
        YamlNode.Entry entry = null;
        YamlNode.Mapping mapping = null;
        for (String key : target.keys()) {
            mapping = here instanceof YamlNode.Mapping m ? m : null;
            parent = entry;
            entry = mapping == null ? null : only(mapping, key);
            if (entry == null) {
                break;
            }
            here = entry.value();
        }
        if (mapping == null || entry == null) {
            throw new EditException("there is no " + target + " in " + name());
        }
        Splicer splicer = new Splicer(text, root);
        splicer.remove(mapping, entry, parent);
        return spliced(splicer, target).mustSay(Plain.without(Plain.of(root), target.keys()), target);
    }

    private DomainFile spliced(Splicer splicer, SettingPath target) throws EditException {
        try {
            return parse(path, splicer.result());
        } catch (ConfigurationException e) {
            throw new EditException(refused(target), e);
        }
    }

    private DomainFile mustSay(@Nullable Object wanted, SettingPath target) throws EditException {
        if (!Objects.equals(Plain.of(root), wanted)) {
            throw new EditException(refused(target));
        }
        return this;
    }

    private String refused(SettingPath target) {
        return name() + ": " + target + " is written in a form that cannot be changed safely; change it by hand";
    }

    /**
     * Writes the file to its place, as a whole or not at all; when this returns it is on the disk.
     *
     * @throws IOException when it could not be written; the old content is then still there
     */
    public void write() throws IOException {
        AtomicFile.write(path, text.getBytes(StandardCharsets.UTF_8));
    }
}
