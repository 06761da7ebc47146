package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * Reads a descriptor of an enterprise application, element by element. Nothing that the document names is fetched; its size and
 * depth are bounded. What is wrong is said with file and line. One a document, confined to the deploying thread.
 */
public final class DescriptorReader {
    private final Deque<Level> levels = new ArrayDeque<>();
    private DescriptorNode at;
    private int line;

    /** An element whose elements are being read. */
    private record Level(DescriptorNode node, Iterator<DescriptorNode> rest) {}

    private DescriptorReader(DescriptorNode root) {
        at = root;
        line = root.place().line();
        levels.push(new Level(root, root.children().iterator()));
    }

    /** Reads what is in the root element. */
    public interface Body<T> {
        /** Reads with {@link DescriptorReader#child}, to the end of the element. */
        T read(DescriptorReader reader) throws DeploymentException;
    }

    /**
     * Reads a document. The stream stays open.
     *
     * @param file as messages name it
     * @param root the name of the root element
     * @param body reads what is in it
     */
    public static <T> T read(String file, InputStream in, String root, Body<T> body) throws DeploymentException {
        return read(DescriptorNode.read(file, in), root, body);
    }

    /** Reads what a document is after a plan was applied to it. */
    public static <T> T read(DescriptorNode document, String root, Body<T> body) throws DeploymentException {
        DescriptorReader reader = new DescriptorReader(document);
        if (!reader.name().equals(root)) {
            throw reader.wrong("expected <" + root + ">, found <" + reader.name() + ">");
        }
        return body.read(reader);
    }

    /** Goes on to the next element in the one at hand; false at its end. Each is to be read to its end, or skipped. */
    public boolean child() {
        Level level = levels.element();
        if (level.rest().hasNext()) {
            at = level.rest().next();
            line = at.place().line();
            levels.push(new Level(at, at.children().iterator()));
            return true;
        }
        skip();
        return false;
    }

    /** The local name of the element at hand. */
    public String name() {
        return at.name();
    }

    /** The text of the element at hand, which has nothing but text. */
    public String text() throws DeploymentException {
        if (!at.children().isEmpty()) {
            throw wrong("expected text in <" + at.name() + ">");
        }
        Runnable used = at.used();
        if (used != null) {
            used.run();
        }
        String text = at.text();
        skip();
        return text;
    }

    /** Leaves the element at hand out, with all that is in it. */
    public void skip() {
        at = levels.pop().node();
        line = Math.max(at.place().line(), at.lastLine());
    }

    /** File and line of where the reading is. */
    public String place() {
        return at.place().file() + ":" + line;
    }

    /** An exception that says where the reading is, and what is wrong there. */
    public DeploymentException wrong(String what) {
        return new DeploymentException(place() + ": " + what);
    }
}
