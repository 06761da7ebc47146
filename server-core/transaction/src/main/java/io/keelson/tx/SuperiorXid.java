package io.keelson.tx;

import java.util.Arrays;
import java.util.HexFormat;
import javax.transaction.xa.Xid;

/**
 * The xid of a transaction that another system coordinates. Immutable.
 *
 * @param format of that system
 * @param global id there
 * @param qualifier of the branch that this server is
 */
record SuperiorXid(int format, byte[] global, byte[] qualifier) implements Xid {
    static SuperiorXid of(Xid xid) {
        byte[] qualifier = xid.getBranchQualifier();
        return new SuperiorXid(
                xid.getFormatId(),
                xid.getGlobalTransactionId().clone(),
                qualifier == null ? new byte[0] : qualifier.clone());
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
        return other instanceof SuperiorXid xid
                && format == xid.format
                && Arrays.equals(global, xid.global)
                && Arrays.equals(qualifier, xid.qualifier);
    }

    @Override
    public int hashCode() {
        return format * 31 + Arrays.hashCode(global) * 17 + Arrays.hashCode(qualifier);
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return Integer.toHexString(format) + ":" + hex.formatHex(global) + ":" + hex.formatHex(qualifier);
    }
}
