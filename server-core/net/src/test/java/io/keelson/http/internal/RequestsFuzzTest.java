package io.keelson.http.internal;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** Bytes from a client, from its first on. */
class RequestsFuzzTest {
    @DictionaryFile(resourcePath = "http.dict")
    @FuzzTest
    void requests(byte[] bytes) {
        ConnectionOracle.check(bytes);
    }
}
