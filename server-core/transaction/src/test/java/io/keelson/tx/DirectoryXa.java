package io.keelson.tx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A resource of files that outlive the process: a prepared branch is a file with the transaction's name, a commit moves it. */
final class DirectoryXa implements XAResource {
    private final Path prepared;
    private final Path committed;
    private final String transaction;

    /** For one transaction; recovery gives no name. */
    DirectoryXa(Path directory, String transaction) throws IOException {
        this.prepared = Files.createDirectories(directory.resolve("prepared"));
        this.committed = Files.createDirectories(directory.resolve("committed"));
        this.transaction = transaction;
    }

    static List<String> committed(Path directory) throws IOException {
        return names(directory.resolve("committed"));
    }

    static List<String> prepared(Path directory) throws IOException {
        return names(directory.resolve("prepared"));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(each -> each.getFileName().toString()).sorted().toList();
        }
    }

    private Path file(Xid xid) {
        return prepared.resolve(HexFormat.of().formatHex(xid.getGlobalTransactionId()) + "-"
                + HexFormat.of().formatHex(xid.getBranchQualifier()));
    }

    private static XAException failed(IOException e) {
        XAException failed =
                new XAException(e instanceof NoSuchFileException ? XAException.XAER_NOTA : XAException.XAER_RMFAIL);
        failed.initCause(e);
        return failed;
    }

    @Override
    public void start(Xid xid, int flags) {}

    @Override
    public void end(Xid xid, int flags) {}

    @Override
    public int prepare(Xid xid) throws XAException {
        try {
            Path next = prepared.resolveSibling("next-" + transaction);
            Files.writeString(next, transaction);
            Files.move(next, file(xid), StandardCopyOption.ATOMIC_MOVE);
            return XA_OK;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        try {
            Path from = file(xid);
            Files.move(from, committed.resolve(Files.readString(from)), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        try {
            Files.delete(file(xid));
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        try {
            List<Xid> found = new ArrayList<>();
            for (String each : names(prepared)) {
                String[] parts = each.split("-", -1);
                found.add(new BranchXid(
                        new io.keelson.kernel.spi.transaction.TransactionId(
                                HexFormat.of().parseHex(parts[0])),
                        HexFormat.of().parseHex(parts[1])));
            }
            return found.toArray(new Xid[0]);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void forget(Xid xid) {}

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
