package io.keelson.component.descriptor;

import io.keelson.deploy.spi.DeploymentException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An element of a descriptor, whole.
 *
 * @param name the local name
 * @param namespace empty where there is none
 * @param attributes by local name, those without a namespace
 * @param text the character data directly in it, without white space around it unless that is part of a value
 * @param used is told when the text of an element that a deployment plan has given is read; null for all others
 */
public record Element(
        String name,
        String namespace,
        Map<String, String> attributes,
        String text,
        List<Element> children,
        Location location,
        @Nullable Runnable used) {

    /** The text. Who asks for it applies it: what of a deployment plan nobody asks for is refused. */
    @Override
    public String text() {
        if (used != null) {
            used.run();
        }
        return text;
    }

    /** The text, for those who pass it on without applying it. */
    public String unappliedText() {
        return text;
    }

    /** The children of that name. */
    public List<Element> all(String child) {
        List<Element> found = new ArrayList<>();
        for (Element element : children) {
            if (element.name.equals(child)) {
                found.add(element);
            }
        }
        return found;
    }

    /** The first child of that name. */
    @Nullable
    public Element first(String child) {
        for (Element element : children) {
            if (element.name.equals(child)) {
                return element;
            }
        }
        return null;
    }

    public boolean has(String child) {
        return first(child) != null;
    }

    /** The text of the first child of that name; null where there is none or it is empty. */
    @Nullable
    public String textOf(String child) {
        Element element = first(child);
        return element == null || element.text.isEmpty() ? null : element.text();
    }

    /** The text of a child that must be there. */
    public String requiredTextOf(String child) throws DeploymentException {
        String found = textOf(child);
        if (found == null) {
            throw wrong("expected a <" + child + "> with text in it");
        }
        return found;
    }

    /** The texts of all children of that name, in order, those that are empty too. */
    public List<String> textsOf(String child) {
        return all(child).stream().map(Element::text).toList();
    }

    /** The text of this element, which must not be empty. */
    public String requiredText() throws DeploymentException {
        if (text.isEmpty()) {
            throw wrong("expected text, found nothing");
        }
        return text();
    }

    public int integer() throws DeploymentException {
        try {
            return Integer.parseInt(text());
        } catch (NumberFormatException e) {
            throw wrong("expected a whole number, found '" + text + "'");
        }
    }

    public long longInteger() throws DeploymentException {
        try {
            return Long.parseLong(text());
        } catch (NumberFormatException e) {
            throw wrong("expected a whole number, found '" + text + "'");
        }
    }

    /** {@code true} and {@code false}, and {@code yes}, {@code no}, {@code 1}, {@code 0}, which old schemas allow. */
    public boolean bool() throws DeploymentException {
        return switch (text().toLowerCase(Locale.ROOT)) {
            case "true", "yes", "1" -> true;
            case "false", "no", "0" -> false;
            default -> throw wrong("expected true or false, found '" + text + "'");
        };
    }

    /** The constant that the text names, in letters of any case. */
    public <E extends Enum<E>> E constant(Class<E> type) throws DeploymentException {
        try {
            return Enum.valueOf(type, text().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw wrong("expected one of " + EnumSet.allOf(type) + ", found '" + text + "'");
        }
    }

    /** The element as XML without namespaces and attributes, for a room that reads it itself. */
    public String xml() {
        StringBuilder into = new StringBuilder();
        write(into);
        return into.toString();
    }

    private void write(StringBuilder into) {
        into.append('<').append(name).append('>');
        into.append(text().replace("&", "&amp;").replace("<", "&lt;"));
        children.forEach(child -> child.write(into));
        into.append("</").append(name).append('>');
    }

    /** The exception for something wrong in this element. */
    public DeploymentException wrong(String what) {
        return new DeploymentException(location + ": <" + name + ">: " + what);
    }
}
