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

    private DomainFile(Path path, String text, @Nullable YamlNode root) {
        this.path = path;
        this.text = text;
        this.root = root;
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
     * @param path where the file lies or will lie; paths in it are relative to its directory
     * @throws ConfigurationException when the content is not UTF-8 or is not YAML
     */
    public static DomainFile parse(Path path, byte[] content) throws ConfigurationException {
        return parse(path, decode(path, content));
    }

    /**
     * Takes the text of a file.
     *
     * @param path where the file lies or will lie; paths in it are relative to its directory
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

    /** Where the file lies. */
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

    /** The root, or null when the file says nothing. */
    @Nullable
    YamlNode root() {
        return root;
    }
}
