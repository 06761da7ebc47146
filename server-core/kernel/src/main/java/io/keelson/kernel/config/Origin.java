package io.keelson.kernel.config;

/** Origin of a value. The order of precedence is that of the declarations, the first wins. */
public sealed interface Origin {
    /** A system property, by its full name. */
    record Property(String name) implements Origin {
        @Override
        public String toString() {
            return "-D" + name;
        }
    }

    /** An environment variable. */
    record Environment(String name) implements Origin {
        @Override
        public String toString() {
            return name;
        }
    }

    /** A place in the domain's file; line and column count from 1. */
    record InFile(String file, int line, int column) implements Origin {
        @Override
        public String toString() {
            return file + ':' + line + ':' + column;
        }
    }

    /** The default that the model declares. */
    record Default() implements Origin {
        @Override
        public String toString() {
            return "default";
        }
    }

    /** A problem at this place. */
    default Problem problem(SettingPath path, String message) {
        if (this instanceof InFile at) {
            return new Problem(at.file(), at.line(), at.column(), path.toString(), message);
        }
        return new Problem(toString(), 0, 0, path.toString(), message);
    }
}
