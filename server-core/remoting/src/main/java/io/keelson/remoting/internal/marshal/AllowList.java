package io.keelson.remoting.internal.marshal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The classes whose objects an application reads: those of the platform that are values, those that its configuration
 * names, and those of the packages of its remote interfaces. Classes that are known from attacks are let in by their full name
 * only. Thread-safe.
 */
public final class AllowList {
    /** Verdicts are kept up to that many; a peer that makes names up does not fill the memory. */
    private static final int MOST_VERDICTS = 4096;

    private final String application;
    private final String setting;
    private final Set<String> names = new HashSet<>();
    private final Set<String> packages = new HashSet<>();
    private final List<String> prefixes = new ArrayList<>();
    private final Set<String> interfacePackages = ConcurrentHashMap.newKeySet();
    private final Map<String, Boolean> verdicts = new ConcurrentHashMap<>();

    /**
     * Makes a list.
     *
     * @param application whose it is, for messages
     * @param setting where more can be named, for messages
     * @param patterns full names of classes, {@code org.acme.*} for a package, {@code org.acme.**} with those below it
     */
    public AllowList(String application, String setting, Collection<String> patterns) {
        this.application = application;
        this.setting = setting;
        for (String pattern : patterns) {
            if (pattern.equals("**")) {
                prefixes.add("");
            } else if (pattern.endsWith(".**")) {
                prefixes.add(pattern.substring(0, pattern.length() - 2));
            } else if (pattern.endsWith(".*")) {
                packages.add(pattern.substring(0, pattern.length() - 2));
            } else {
                names.add(pattern);
            }
        }
    }

    /** Lets in the packages of remote interfaces, but for those that attacks come from. */
    public void addInterfaces(Collection<Class<?>> remote) {
        for (Class<?> one : remote) {
            String name = one.getPackageName();
            if (!name.isEmpty() && !KnownAttacks.among(name + ".") && interfacePackages.add(name)) {
                verdicts.clear();
            }
        }
    }

    /**
     * Checks a name, before a class of it is loaded.
     *
     * @param className of a class or an array
     * @throws RefusedClassException where it is not to be read
     */
    void check(String className) throws RefusedClassException {
        String element = element(className);
        if (element.isEmpty() || verdict(element)) {
            return;
        }
        throw new RefusedClassException(
                element,
                application,
                KnownAttacks.among(element)
                        ? "it is of a library or a package that is known from attacks; where it is safe, name it in full in "
                                + setting
                        : "name it, or its package as package.*, in " + setting);
    }

    /** Returns true if objects of a class, or arrays of them, are read. */
    public boolean allows(String className) {
        String element = element(className);
        return element.isEmpty() || verdict(element);
    }

    /** Returns whether objects of that class are read. */
    boolean allows(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element.isPrimitive() || verdict(element.getName());
    }

    private boolean verdict(String name) {
        Boolean known = verdicts.get(name);
        if (known == null) {
            known = judge(name);
            if (verdicts.size() < MOST_VERDICTS) {
                verdicts.put(name, known);
            }
        }
        return known;
    }

    private boolean judge(String name) {
        if (names.contains(name) || PlatformTypes.contain(name)) {
            return true;
        }
        if (KnownAttacks.among(name)) {
            return false;
        }
        int dot = name.lastIndexOf('.');
        String of = dot < 0 ? "" : name.substring(0, dot);
        return packages.contains(of)
                || interfacePackages.contains(of)
                || prefixes.stream().anyMatch(name::startsWith);
    }

    /** The name of an array's elements; empty for primitive ones. */
    private static String element(String className) {
        int depth = 0;
        while (depth < className.length() && className.charAt(depth) == '[') {
            depth++;
        }
        if (depth == 0) {
            return isPrimitive(className) ? "" : className;
        }
        if (className.length() > depth + 1 && className.charAt(depth) == 'L' && className.endsWith(";")) {
            return className.substring(depth + 1, className.length() - 1);
        }
        return "";
    }

    private static boolean isPrimitive(String name) {
        return switch (name) {
            case "void", "boolean", "byte", "char", "short", "int", "long", "float", "double" -> true;
            default -> false;
        };
    }
}
