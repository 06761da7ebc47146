package io.keelson.perf;

import java.io.IOException;

/**
 * Figures of one turn of a client.
 *
 * @param calls how many calls were measured
 * @param seconds for how long
 * @param p50 half of the calls took at most so many microseconds
 * @param p99 99 of a hundred did
 * @param failures calls that failed, or whose answer was wrong
 * @param cpu processor seconds of the server meanwhile
 */
record RemoteSample(long calls, double seconds, double p50, double p99, long failures, double cpu) {
    /** Reads the line of a {@link RemoteLoad}. */
    static RemoteSample parse(String line, double cpu) throws IOException {
        String[] fields = line.split(" ");
        if (fields.length != 6 || !fields[0].equals("RESULT")) {
            throw new IOException("not what a client says at its end: " + line);
        }
        return new RemoteSample(
                Long.parseLong(fields[1]),
                Double.parseDouble(fields[2]),
                Double.parseDouble(fields[3]),
                Double.parseDouble(fields[4]),
                Long.parseLong(fields[5]),
                cpu);
    }

    double callsPerSecond() {
        return calls / seconds;
    }

    /** Processor seconds of the server for a million calls. */
    double cpuPerMillion() {
        return cpu * 1e6 / calls;
    }
}
