package io.keelson.tx;

import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.tx.Heuristics.Heuristic;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file in which heuristic outcomes are kept over restarts of the server. It is replaced as a whole, as there are few: a line with its
 * version, then one an outcome, of the transaction's id, the resource, the branch's qualifier, the time and the reason, with tabs between
 * them. Confined to the lock of {@link Heuristics}.
 */
final class HeuristicFile {
    private static final String HEADER = "keelson-heuristic-outcomes 1";
    private static final String NO_BRANCH = "-";

    private final Path file;

    HeuristicFile(Path file) {
        this.file = file;
    }

    /** Reads the outcomes; a line that is damaged is said and left out. */
    List<Heuristic> read() {
        List<Heuristic> outcomes = new ArrayList<>();
        if (!Files.exists(file)) {
            return outcomes;
        }
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
                throw new IOException("it does not begin with '" + HEADER + "'");
            }
            for (String line : lines.subList(1, lines.size())) {
                Heuristic outcome = parsed(line);
                if (outcome == null) {
                    TransactionLog.LOG.heuristicsNotKept(file.toString(), "a line is damaged: " + line);
                } else {
                    outcomes.add(outcome);
                }
            }
        } catch (IOException e) {
            TransactionLog.LOG.heuristicsNotKept(file.toString(), String.valueOf(e.getMessage()));
        }
        return outcomes;
    }

    /** Replaces the file; what cannot be written is said, and stays in memory. */
    void write(List<Heuristic> outcomes) {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        outcomes.forEach(each -> text.append(line(each)).append('\n'));
        Path parent = file.toAbsolutePath().getParent();
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try {
            if (parent != null) {
                Files.createDirectories(parent);
            }
            try (FileChannel out = FileChannel.open(
                    next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    int unused = out.write(bytes);
                }
                out.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            TransactionLog.LOG.heuristicsNotKept(file.toString(), String.valueOf(e.getMessage()));
        }
    }

    private static String line(Heuristic outcome) {
        BranchXid xid = outcome.xid();
        return String.join(
                "\t",
                HexFormat.of().formatHex(outcome.transaction().bytes()),
                URLEncoder.encode(outcome.resource(), StandardCharsets.UTF_8),
                xid == null ? NO_BRANCH : HexFormat.of().formatHex(xid.getBranchQualifier()),
                outcome.at().toString(),
                URLEncoder.encode(outcome.reason(), StandardCharsets.UTF_8));
    }

    private static @Nullable Heuristic parsed(String line) {
        String[] parts = line.split("\t", -1);
        if (parts.length != 5) {
            return null;
        }
        try {
            TransactionId id = new TransactionId(HexFormat.of().parseHex(parts[0]));
            BranchXid xid = parts[2].equals(NO_BRANCH)
                    ? null
                    : new BranchXid(id, HexFormat.of().parseHex(parts[2]));
            return new Heuristic(
                    id,
                    URLDecoder.decode(parts[1], StandardCharsets.UTF_8),
                    xid,
                    URLDecoder.decode(parts[4], StandardCharsets.UTF_8),
                    Instant.parse(parts[3]));
        } catch (IllegalArgumentException | DateTimeException e) {
            return null;
        }
    }
}
