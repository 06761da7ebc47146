package io.keelson.perf;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measurements of one part of a study: servers in turns, in one run. Written as a CSV file, from which the report is made, so that a
 * study can be run part by part.
 *
 * @param parameters what the part was run with; written at the head of the file
 * @param samples the turns of each server, in the order of the rounds
 */
record Part(Map<String, String> parameters, Map<String, List<Sample>> samples) {
    private static final String PARAMETER = "# ";

    /** A parameter. */
    String parameter(String name) {
        String value = parameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the part has no " + name);
        }
        return value;
    }

    /** The rounds. */
    int rounds() {
        return samples.values().stream().mapToInt(List::size).max().orElse(0);
    }

    /** Writes it. */
    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        parameters.forEach((name, value) -> lines.add(PARAMETER + name + "=" + value));
        lines.add("server,round," + Sample.COLUMNS);
        samples.forEach((server, turns) -> {
            for (int round = 0; round < turns.size(); round++) {
                lines.add(server + "," + (round + 1) + "," + turns.get(round).csv());
            }
        });
        Files.write(file, lines);
    }

    /** Reads what {@link #write} wrote. */
    static Part read(Path file) throws IOException {
        Map<String, String> parameters = new LinkedHashMap<>();
        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith(PARAMETER)) {
                String[] pair = line.substring(PARAMETER.length()).split("=", 2);
                parameters.put(pair[0], pair[1]);
            } else if (!line.startsWith("server,")) {
                String[] fields = line.split(",", 3);
                samples.computeIfAbsent(fields[0], name -> new ArrayList<>()).add(Sample.parse(fields[2]));
            }
        }
        return new Part(parameters, samples);
    }
}
