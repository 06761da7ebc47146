package io.keelson.component.descriptor;

/**
 * Place of a declaration, for messages.
 *
 * @param file the file as an operator would look for it: {@code WEB-INF/web.xml},
 *     {@code WEB-INF/lib/x.jar!META-INF/web-fragment.xml}, or the name of an annotated class
 * @param line counted from 1; 0 where there are no lines
 * @param column counted from 1; 0 where there are no columns
 */
public record Location(String file, int line, int column) {
    /** A place without lines: an annotated class. */
    public static Location of(String file) {
        return new Location(file, 0, 0);
    }

    /** {@code file:line:column}, as far as they are known. */
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + (column == 0 ? "" : ":" + column);
    }
}
