package io.keelson.kernel.config;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration cannot be used. Carries everything that is wrong with it, in the order of the file. */
public final class ConfigurationException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    ConfigurationException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining(System.lineSeparator())));
        this.problems = List.copyOf(problems);
    }

    /** Returns what is wrong; at least one. */
    public List<Problem> problems() {
        return problems;
    }
}
