package io.keelson.kernel.loader;

import java.security.CodeSigner;
import java.util.List;

/** Source and signers of a class; classes for which both are equal share a protection domain. */
record CodeOrigin(ClassSource source, List<CodeSigner> signers) {
    static CodeOrigin of(ClassSource.Entry entry) {
        CodeSigner[] signers = entry.signers();
        return new CodeOrigin(entry.source(), signers == null ? List.of() : List.of(signers));
    }
}
