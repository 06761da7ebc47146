package io.keelson.tx;

import io.keelson.kernel.spi.transaction.TransactionId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The xid of a transaction that another system coordinates. That of a server is known by its id alone: its qualifier says where it is, and
 * of what other domain. Immutable.
 *
 * @param format of that system
 * @param global id there
 * @param qualifier of the branch that this server is
 */
record SuperiorXid(int format, byte[] global, byte[] qualifier) implements Xid {
    /** Format of those whose superior is a server: "KLSP". The global id is that of its transaction. */
    static final int SERVER = 0x4B4C5350;

    private static final int LONGEST = 255; // of a qualifier in the log
    private static final String DOMAIN = "domain:";

    static SuperiorXid of(Xid xid) {
        byte[] qualifier = xid.getBranchQualifier();
        return new SuperiorXid(
                xid.getFormatId(),
                xid.getGlobalTransactionId().clone(),
                qualifier == null ? new byte[0] : qualifier.clone());
    }

    /** Returns that of a transaction of another server. */
    static SuperiorXid of(TransactionId transaction) {
        return of(transaction, List.of());
    }

    /** Returns that of a transaction of another server, with as many of its addresses as there is room for. */
    static SuperiorXid of(TransactionId transaction, List<String> addresses) {
        return of(transaction, addresses, null);
    }

    /**
     * Returns that of a transaction of another server.
     *
     * @param addresses of the server; as many are kept as there is room for
     * @param domain the other domain that it is of; null for this one
     */
    static SuperiorXid of(TransactionId transaction, List<String> addresses, @Nullable String domain) {
        StringBuilder text = new StringBuilder();
        if (domain != null) {
            text.append(DOMAIN).append(domain);
        }
        for (String each : addresses) {
            if (text.length() + each.length() < LONGEST) {
                text.append(text.isEmpty() ? "" : " ").append(each);
            }
        }
        return new SuperiorXid(SERVER, transaction.bytes(), text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private List<String> words() {
        String text = new String(qualifier, StandardCharsets.US_ASCII);
        return text.isEmpty() ? List.of() : List.of(text.split(" "));
    }

    /** Returns the addresses of the superior, where that is a server. */
    List<String> addresses() {
        return words().stream().filter(each -> !each.startsWith(DOMAIN)).toList();
    }

    /** Returns the other domain that the superior is of, where that is a server; null for this domain. */
    @Nullable
    String domain() {
        return words().stream()
                .filter(each -> each.startsWith(DOMAIN))
                .map(each -> each.substring(DOMAIN.length()))
                .findFirst()
                .orElse(null);
    }

    boolean isOfServer() {
        return format == SERVER;
    }

    /** Returns the id at the superior, where that is a server. */
    TransactionId transaction() {
        return new TransactionId(global);
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
                && (isOfServer() || Arrays.equals(qualifier, xid.qualifier));
    }

    @Override
    public int hashCode() {
        return format * 31 + Arrays.hashCode(global) * 17 + (isOfServer() ? 0 : Arrays.hashCode(qualifier));
    }

    @Override
    public String toString() {
        if (isOfServer()) {
            return TransactionIds.shown(transaction());
        }
        HexFormat hex = HexFormat.of();
        return Integer.toHexString(format) + ":" + hex.formatHex(global) + ":" + hex.formatHex(qualifier);
    }
}
