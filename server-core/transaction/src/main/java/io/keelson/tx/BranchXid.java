package io.keelson.tx;

import io.keelson.kernel.spi.transaction.TransactionId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * A branch of a transaction in one resource. Immutable.
 *
 * @param transaction the global id
 * @param qualifier the number of the branch, and a checksum of the resource's name
 */
record BranchXid(TransactionId transaction, byte[] qualifier) implements Xid {
    static BranchXid of(TransactionId transaction, int number, String resource) {
        CRC32C checksum = new CRC32C();
        checksum.update(resource.getBytes(StandardCharsets.UTF_8));
        return new BranchXid(
                transaction,
                ByteBuffer.allocate(8)
                        .putInt(number)
                        .putInt((int) checksum.getValue())
                        .array());
    }

    /** Reads one that a resource lists; null when it is not of our format. */
    static @Nullable BranchXid of(Xid listed) {
        byte[] global = listed.getGlobalTransactionId();
        return listed.getFormatId() != TransactionIds.FORMAT || global == null || global.length == 0
                ? null
                : new BranchXid(
                        new TransactionId(global), listed.getBranchQualifier().clone());
    }

    @Override
    public int getFormatId() {
        return TransactionIds.FORMAT;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return transaction.bytes();
    }

    @Override
    public byte[] getBranchQualifier() {
        return qualifier.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BranchXid xid
                && transaction.equals(xid.transaction)
                && Arrays.equals(qualifier, xid.qualifier);
    }

    @Override
    public int hashCode() {
        return transaction.hashCode() * 31 + Arrays.hashCode(qualifier);
    }

    @Override
    public String toString() {
        return transaction + "/" + ByteBuffer.wrap(qualifier).getInt();
    }
}
