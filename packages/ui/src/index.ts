export { BulkBar, type BulkBarProps } from "./actions/BulkBar.tsx"
export {
  Button,
  ButtonLink,
  type ButtonLinkProps,
  type ButtonProps,
  type ButtonSize,
  type ButtonVariant,
  LinkButton,
  type LinkButtonProps,
} from "./actions/Button.tsx"
export {
  CommandPalette,
  type CommandPaletteProps,
  type PaletteItem,
  type PaletteSource,
} from "./actions/CommandPalette.tsx"
export { IconButton, type IconButtonProps } from "./actions/IconButton.tsx"
export { Kbd, type KbdProps } from "./actions/Kbd.tsx"
export {
  LinkProvider,
  type LinkProviderProps,
  type LinkRenderProps,
  type RenderLink,
  TextLink,
  type TextLinkProps,
  useRenderLink,
} from "./actions/Link.tsx"
export { Menu, type MenuEntry, type MenuItem, type MenuProps } from "./actions/Menu.tsx"
export { rowMenuColumn } from "./actions/RowMenu.tsx"
export { type ShortcutGroup, ShortcutMapDialog, type ShortcutMapDialogProps } from "./actions/ShortcutMap.tsx"
export { type ShortcutMap, type UseShortcutsOptions, useShortcuts } from "./actions/shortcuts.ts"
export { useSteady } from "./actions/use-steady.ts"
export { type Bar, BarChart, type BarChartProps, type ChartSeries } from "./chart/BarChart.tsx"
export {
  type LineBand,
  LineChart,
  type LineChartProps,
  type LineMark,
  type LineSeries,
  type LineSpan,
} from "./chart/LineChart.tsx"
export { Sparkline, type SparklineProps } from "./chart/Sparkline.tsx"
export { AppliedCard, type AppliedCardProps } from "./chat/AppliedCard.tsx"
export type {
  AppliedBlock,
  ChatBlock,
  ChatItem,
  ProposalBlock,
  ToolCallBlock,
  ToolResultBlock,
} from "./chat/blocks.ts"
export { ChoicePicker, type ChoicePickerProps } from "./chat/ChoicePicker.tsx"
export { Composer, type ComposerHandle, type ComposerProps } from "./chat/Composer.tsx"
export { ComposerLock, type ComposerLockProps } from "./chat/ComposerLock.tsx"
export { ContextMeter, type ContextMeterProps } from "./chat/ContextMeter.tsx"
export { type ConversationEntry, ConversationList, type ConversationListProps } from "./chat/ConversationList.tsx"
export type { ThreadParts } from "./chat/MessageView.tsx"
export { type ModelGroup, ModelPicker, type ModelPickerHandle, type ModelPickerProps } from "./chat/ModelPicker.tsx"
export { ProposalEditDialog, type ProposalEditDialogProps } from "./chat/ProposalEditDialog.tsx"
export { Recovery, type RecoveryProps } from "./chat/Recovery.tsx"
export type { ChatImage } from "./chat/read-image.ts"
export { Suggestions, type SuggestionsProps } from "./chat/Suggestions.tsx"
export { Thread, type ThreadProps } from "./chat/Thread.tsx"
export { EffectIcon } from "./chat/ToolRow.tsx"
export { cx } from "./class-names.ts"
export { Checkbox, type CheckboxProps } from "./fields/Checkbox.tsx"
export { Combobox, type ComboboxProps } from "./fields/Combobox.tsx"
export { CopyField, type CopyFieldProps, useCopy } from "./fields/CopyField.tsx"
export { DateTimeInput, type DateTimeInputProps } from "./fields/DateTimeInput.tsx"
export { Field, type FieldProps } from "./fields/Field.tsx"
export { Form, type FormFailure, type FormIssue, type FormProps } from "./fields/Form.tsx"
export { ListSearch, type ListSearchProps } from "./fields/ListSearch.tsx"
export { MultiSelect, type MultiSelectProps } from "./fields/MultiSelect.tsx"
export type { Option, OptionSource } from "./fields/OptionList.tsx"
export { PasswordInput, type PasswordInputProps } from "./fields/PasswordInput.tsx"
export { RadioGroup, type RadioGroupProps, type RadioOption } from "./fields/RadioGroup.tsx"
export { RowsField, type RowsFieldProps } from "./fields/RowsField.tsx"
export { SegmentedControl, type SegmentedControlProps, type SegmentedOption } from "./fields/SegmentedControl.tsx"
export { Select, type SelectOption, type SelectProps } from "./fields/Select.tsx"
export { Switch, type SwitchProps } from "./fields/Switch.tsx"
export { Chip, type ChipProps, TagInput, type TagInputProps } from "./fields/TagInput.tsx"
export { TextArea, type TextAreaProps } from "./fields/TextArea.tsx"
export { SearchInput, type SearchInputProps, TextInput, type TextInputProps } from "./fields/TextInput.tsx"
export { ConfirmDialog, type ConfirmDialogProps } from "./floating/ConfirmDialog.tsx"
export { Dialog, type DialogProps } from "./floating/Dialog.tsx"
export { Drawer, type DrawerProps } from "./floating/Drawer.tsx"
export { LeaveDialog, type LeaveDialogProps } from "./floating/LeaveDialog.tsx"
export { Tooltip, type TooltipProps } from "./floating/Tooltip.tsx"
export { Avatar, type AvatarProps } from "./marks/Avatar.tsx"
export { Badge, type BadgeProps, type BadgeTone, CountBadge, type CountBadgeProps } from "./marks/Badge.tsx"
export {
  formatBytes,
  formatCount,
  formatDate,
  formatDuration,
  formatExact,
  formatNumber,
  formatPercent,
  formatRelative,
  formatShort,
  type Instant,
} from "./marks/format.ts"
export { LookalikeMark, type LookalikeMarkProps } from "./marks/LookalikeMark.tsx"
export { SEVERITY_WORDS, type Severity, SeverityMark, type SeverityMarkProps } from "./marks/SeverityMark.tsx"
export {
  STATUS_WORDS,
  STATUSES,
  type Status,
  StatusMark,
  type StatusMarkProps,
  StatusShape,
} from "./marks/StatusMark.tsx"
export { Time, type TimeProps } from "./marks/Time.tsx"
export { TimeLeft, type TimeLeftProps } from "./marks/TimeLeft.tsx"
export { TimeZoneContext, useTimeZone } from "./marks/time-zone.ts"
export { useMediaQuery } from "./media-query.ts"
export { AppFrame, type AppFrameProps, type NavItem } from "./pages/AppFrame.tsx"
export { AuthPage, type AuthPageProps, Brand } from "./pages/AuthPage.tsx"
export { FilterBar, ListPage, type ListPageProps, PageHeader, type PageHeaderProps } from "./pages/ListPage.tsx"
export {
  DangerAction,
  type DangerActionProps,
  DangerZone,
  type DangerZoneProps,
  SettingsPage,
  type SettingsPageProps,
  SettingsSection,
  type SettingsSectionProps,
} from "./pages/SettingsPage.tsx"
export { type Tab, Tabs, type TabsProps } from "./pages/Tabs.tsx"
export { Breadcrumbs, type Crumb, Panel, ThingPage, type ThingPageProps } from "./pages/ThingPage.tsx"
export { WorkspacePage, type WorkspacePageProps, type WorkspacePanel } from "./pages/WorkspacePage.tsx"
export {
  type Decide,
  ProposalCard,
  type ProposalCardProps,
  ProposalStatusBadge,
  type ProposalStatusBadgeProps,
  type Settle,
} from "./proposal/ProposalCard.tsx"
export { ProposalChanges, type ProposalChangesProps } from "./proposal/ProposalChanges.tsx"
export {
  askedWords,
  PROPOSAL_STATUS_WORDS,
  type Proposal,
  type ProposalDiffRow,
  type ProposalParty,
  type ProposalStatus,
  type ProposalThing,
} from "./proposal/proposal.ts"
export { EmptyState, type EmptyStateProps } from "./states/EmptyState.tsx"
export { lazyPart, type MissingPartProps } from "./states/lazy-part.tsx"
export { Notice, type NoticeProps, type NoticeTone } from "./states/Notice.tsx"
export { NotLoaded } from "./states/NotLoaded.tsx"
export { Skeleton, type SkeletonProps } from "./states/Skeleton.tsx"
export { type Toast, type ToastApi, ToastProvider, type ToastTone, useToast } from "./states/Toasts.tsx"
export { changeEntry } from "./tables/change-entry.tsx"
export { type Column, DataTable, type DataTableProps, type Sort } from "./tables/DataTable.tsx"
export { type DiffRow, DiffTable, type DiffTableProps, type DiffValue } from "./tables/DiffTable.tsx"
export { EntryTable, type EntryTableProps } from "./tables/EntryTable.tsx"
export { type Fact, KeyValue, type KeyValueProps } from "./tables/KeyValue.tsx"
export { Pagination, type PaginationProps } from "./tables/Pagination.tsx"
export {
  type StatusSegment,
  StatusTimeline,
  type StatusTimelineMark,
  type StatusTimelineProps,
} from "./tables/StatusTimeline.tsx"
export { Timeline, type TimelineEntry, type TimelineProps } from "./tables/Timeline.tsx"
export { type UpdateEntry, UpdatesTimeline, type UpdatesTimelineProps } from "./tables/UpdatesTimeline.tsx"
export { type DiffPart, wordDiff } from "./tables/word-diff.ts"
export { CodeBlock, type CodeBlockProps } from "./text/CodeBlock.tsx"
export {
  type CodeCompletion,
  type CodeCompletions,
  CodeEditor,
  type CodeEditorProps,
  type CodeLanguage,
  type CodeMark,
} from "./text/CodeEditor.tsx"
export { spellHidden } from "./text/hidden-characters.ts"
export { LazyMarkdown, loadMarkdown } from "./text/LazyMarkdown.tsx"
export type { MarkdownProps } from "./text/Markdown.tsx"
export { PlainText, type PlainTextProps } from "./text/PlainText.tsx"
export { applyTheme, type Theme, useTheme } from "./theme.ts"
