package io.keelson.jms.wire;

import java.util.Arrays;
import java.util.HexFormat;
import javax.transaction.xa.Xid;

/** The id of a branch of a transaction, as a value. Immutable. */
public record BranchId(int format, byte[] global, byte[] qualifier) implements Xid {
    public BranchId {
        global = global.clone();
        qualifier = qualifier.clone();
    }

    /** Returns the value of an id. */
    public static BranchId of(Xid xid) {
        return xid instanceof BranchId known
                ? known
                : new BranchId(xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier());
    }

    @Override
    public int getFormatId() {
        return format;
    }

    @Override
    public byte[] getGlobalTransactionId() {
        return global.clone();
    }

    @Override
    public byte[] getBranchQualifier() {
        return qualifier.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BranchId id
                && id.format == format
                && Arrays.equals(id.global, global)
                && Arrays.equals(id.qualifier, qualifier);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(global) + Arrays.hashCode(qualifier);
    }

    @Override
    public String toString() {
        return format + ":" + HexFormat.of().formatHex(global) + ":"
                + HexFormat.of().formatHex(qualifier);
    }
}
