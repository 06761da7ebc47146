package io.keelson.kernel.naming;

import java.util.ArrayList;
import java.util.List;
import javax.naming.CompositeName;
import javax.naming.InvalidNameException;
import javax.naming.Name;

/**
 * A name as its components. Empty ones are left out, so that {@code /a//b/} is {@code a/b}: nothing can be bound by an empty
 * name. Immutable.
 *
 * @param parts the components, none of them empty
 */
record Path(List<String> parts) {
    static final Path ROOT = new Path(List.of());

    static Path of(Name name) {
        List<String> parts = new ArrayList<>(name.size());
        for (int i = 0; i < name.size(); i++) {
            if (!name.get(i).isEmpty()) {
                parts.add(name.get(i));
            }
        }
        return new Path(List.copyOf(parts));
    }

    static Path parse(String name) throws InvalidNameException {
        return of(new CompositeName(name));
    }

    boolean isRoot() {
        return parts.isEmpty();
    }

    int size() {
        return parts.size();
    }

    String part(int index) {
        return parts.get(index);
    }

    String last() {
        return parts.get(parts.size() - 1);
    }

    Path parent() {
        return new Path(parts.subList(0, parts.size() - 1));
    }

    /** Returns what follows the first {@code count} components. */
    Path from(int count) {
        return new Path(parts.subList(count, parts.size()));
    }

    Path plus(Path below) {
        List<String> both = new ArrayList<>(parts);
        both.addAll(below.parts);
        return new Path(List.copyOf(both));
    }

    Path plus(String part) {
        return plus(new Path(List.of(part)));
    }

    boolean startsWith(Path other) {
        return size() >= other.size() && parts.subList(0, other.size()).equals(other.parts);
    }

    CompositeName name() {
        CompositeName name = new CompositeName();
        try {
            for (String part : parts) {
                name.add(part);
            }
        } catch (InvalidNameException e) { // a component of a composite name may be anything
            throw new IllegalStateException(e);
        }
        return name;
    }

    /** Form that {@link CompositeName} writes. */
    @Override
    public String toString() {
        return name().toString();
    }
}
