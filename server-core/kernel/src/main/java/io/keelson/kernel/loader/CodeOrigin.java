package io.keelson.kernel.loader;

import java.security.CodeSigner;
import java.util.List;

/** What two classes share that share a protection domain: their source and their signers. */
record CodeOrigin(ClassSource source, List<CodeSigner> signers) {
    static CodeOrigin of(ClassSource.Entry entry) {
        CodeSigner[] signers = entry.signers();
        return new CodeOrigin(entry.source(), signers == null ? List.of() : List.of(signers));
    }
}
