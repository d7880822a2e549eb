// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Heads of append-only logs, as their operators signed them. Who reads a log can hold it against what stands here: a head,
/// once written, is never changed or taken out, and heads of one log only grow. Accounts write for themselves alone.
contract TraceAnchors {
    struct Head {
        bytes32 root;
        uint64 size;
        uint64 time;
        uint64 blockNumber;
    }

    event Anchored(address indexed sender, bytes32 indexed log, uint64 indexed size, bytes32 root);

    error AnotherRoot(bytes32 known);
    error NotLarger(uint64 newest);

    mapping(address sender => mapping(bytes32 log => mapping(uint64 size => Head))) private heads;
    mapping(address sender => mapping(bytes32 log => uint64)) private newestSize;

    /// Writes a head of the sender's log. The same head once more changes nothing: a sender that does not know whether it was
    /// heard may ask again.
    function anchor(bytes32 log, uint64 size, bytes32 root) external {
        bytes32 known = heads[msg.sender][log][size].root;
        if (known == root && root != 0) return;
        if (known != 0) revert AnotherRoot(known);
        uint64 newest_ = newestSize[msg.sender][log];
        if (size <= newest_ || root == 0) revert NotLarger(newest_);
        heads[msg.sender][log][size] = Head(root, size, uint64(block.timestamp), uint64(block.number));
        newestSize[msg.sender][log] = size;
        emit Anchored(msg.sender, log, size, root);
    }

    /// The head of this size; all zero where there is none.
    function head(address sender, bytes32 log, uint64 size) external view returns (Head memory) {
        return heads[sender][log][size];
    }

    /// The largest head; all zero where there is none.
    function newest(address sender, bytes32 log) external view returns (Head memory) {
        return heads[sender][log][newestSize[sender][log]];
    }
}
